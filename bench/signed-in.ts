import type { BrowserContext } from 'playwright-core'
import { ADMIN } from './server.ts'

/** Posts JSON as the administrator, and returns what was made. Throws at any refusal. */
export type Post = (path: string, data: unknown) => Promise<{ id: string }>

/** Signs a browser in as the administrator. */
export async function signedIn({ request }: BrowserContext): Promise<Post> {
  const headers = { 'X-Atlassian-Token': 'no-check' }
  await request.post('/dologin.action', {
    form: { os_username: ADMIN.username, os_password: ADMIN.password },
    headers,
  })
  return async (path, data) => {
    const reply = await request.post(path, { data, headers })
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()} ${await reply.text()}`)
    return (await reply.json()) as { id: string }
  }
}
