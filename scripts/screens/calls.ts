import type { HttpClient, HttpReply } from '#platform/server/testing/client.ts'

/** The answer of a call. @throws Error when it was refused */
export async function ok(answer: Promise<HttpReply>): Promise<HttpReply> {
  const reply = await answer
  if (reply.status >= 300) throw new Error(`The seed was refused with ${reply.status}: ${reply.text.slice(0, 500)}`)
  return reply
}

export const storageOf = (value: string) => ({ storage: { value, representation: 'storage' } })

/** Creates a page of the space LOCK, or what `more` says. @returns its id */
export async function create(by: HttpClient, title: string, storage: string, more: object = {}): Promise<string> {
  const { json } = await ok(
    by.post('/rest/api/content', { type: 'page', title, space: { key: 'LOCK' }, body: storageOf(storage), ...more }),
  )
  return json.id as string
}
