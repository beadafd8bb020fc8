import { createHash } from 'node:crypto'
import type { HttpClient } from '#platform/server/testing/client.ts'
import type { Fact } from './ledger.ts'

const PARALLEL = 8

/** Looks for every fact over HTTP. @returns what is not as it was acknowledged */
export async function findMissing(client: HttpClient, facts: readonly Fact[]): Promise<string[]> {
  const missing: string[] = []
  const rest = facts.values()
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const fact of rest) {
        const found = await look(client, fact)
        if (found !== fact.value)
          missing.push(`${fact.what} ${fact.name} of ${fact.id}: should be ${fact.value}, is ${found}`)
      }
    }),
  )
  return missing
}

async function look(client: HttpClient, { what, id, name, value }: Fact): Promise<string> {
  const path = `/rest/api/content/${id}`
  switch (what) {
    case 'version': {
      const { json, status } = await client.get(`${path}?version=${name}&expand=body.storage,version`)
      if (String(json?.version?.number) !== name) return `version ${json?.version?.number} (${status})`
      return tokenIn(String(json?.body?.storage?.value), value)
    }
    case 'comment':
      return tokenIn((await client.get(`${path}?expand=body.storage`)).text, value)
    case 'file': {
      const response = await fetch(`${client.url}/download/attachments/${id}/${name}`, { headers: client.headers })
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.ok ? createHash('sha256').update(bytes).digest('hex') : `status ${response.status}`
    }
    case 'label': {
      const { json } = await client.get(`${path}/label?limit=200`)
      return (json?.results as { name: string }[] | undefined)?.some(label => label.name === name)
        ? 'present'
        : 'absent'
    }
    case 'parent':
      return String((await client.get(`${path}?expand=ancestors`)).json?.ancestors?.at(-1)?.id)
    case 'restriction': {
      const { json } = await client.get(`${path}/restriction/byOperation/read`)
      const users = json?.restrictions?.user?.results as { username: string }[] | undefined
      return users?.[0]?.username ?? 'none'
    }
  }
}

const tokenIn = (text: string, token: string) =>
  text.includes(token) ? token : `without its text: ${text.slice(0, 200)}`
