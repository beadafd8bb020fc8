import { randomBytes, randomUUID } from 'node:crypto'
import { pageWords, type Wiki } from './generate.ts'
import type { Request } from './load.ts'
import { pageText } from './page-text.ts'
import type { ServerProcess } from './server.ts'

/** Something that is asked of a wiki, held against what the floor needs for the same. */
export interface Scenario {
  readonly name: string
  /** Each request once, in this order; or over and over, in turn, for the seconds of the run. */
  readonly extent: 'once' | 'repeated'
  /** Made when its turn comes, after those before it. */
  requests(server: ServerProcess): readonly Request[] | Promise<readonly Request[]>
  /** Held against a durable insert of the same bodies; otherwise against reading the bytes of the wiki's answers. */
  readonly writes?: boolean
  /** Runs while the requests are sent. */
  readonly meanwhile?: (server: ServerProcess) => { stop(): Promise<void> }
}

/** Commits beside reads. */
export const COMMITS_PER_SECOND = 2
/** Pages that are created, and that are updated. */
const WRITES = 500
/** Searches of each scenario. */
const SEARCHES = 600
/** Attachments that are downloaded over and over. */
const FILES = 20
const FILE_BYTES = 1024 * 1024

/** The scenarios in their order: on a wiki that no one has read from, the first finds nothing cached. */
export async function scenariosOf(wiki: Wiki): Promise<Scenario[]> {
  const bearer = (index: number) => ({ authorization: `Bearer ${wiki.tokens[index % wiki.tokens.length]}` })
  // The administrator may read every page.
  const admin = bearer(0)
  const texts = await searchTexts(wiki)
  /** Each scenario of searches has separate texts, asked by several people. */
  const searches = (nth: number, path: (text: string) => string) => (): Request[] =>
    texts.slice(nth * SEARCHES, (nth + 1) * SEARCHES).map((text, index) => ({
      path: path(text),
      headers: bearer(index),
    }))
  return [
    {
      name: 'cold',
      extent: 'once',
      requests: () => shuffled(wiki.pages).map(({ path }) => ({ path, headers: admin })),
    },
    {
      name: 'page over REST',
      extent: 'once',
      requests: () =>
        shuffled(wiki.pages).map(({ id }) => ({
          path: `/rest/api/content/${id}?expand=body.view,version,space`,
          headers: admin,
        })),
    },
    {
      name: 'mixed',
      extent: 'repeated',
      requests: () => mixedReads(wiki.pages, admin),
      meanwhile: server => committing(server, wiki.pages, admin),
    },
    {
      name: 'search',
      extent: 'once',
      requests: searches(0, text => `/dosearchsite.action?${new URLSearchParams({ queryString: text })}`),
    },
    {
      name: 'search over REST',
      extent: 'once',
      requests: searches(1, text => `/rest/api/search?${new URLSearchParams({ cql: `siteSearch ~ "${text}"` })}`),
    },
    {
      name: 'quick search',
      extent: 'once',
      // Titles are the word and a number.
      requests: () =>
        shuffled([...wiki.pages.keys()])
          .slice(0, SEARCHES)
          .map((number, index) => ({
            path: `/rest/oxbow/1.0/quick-search?${new URLSearchParams({ query: `page ${number}` })}`,
            headers: bearer(index),
          })),
    },
    { name: 'download', extent: 'repeated', requests: server => downloads(server, wiki, admin) },
    { name: 'create', extent: 'once', writes: true, requests: () => creates(wiki, admin) },
    { name: 'update', extent: 'once', writes: true, requests: server => updates(server, wiki, admin) },
  ]
}

/** Attaches files to a page, each of other bytes. @returns downloads of them */
async function downloads({ url }: ServerProcess, { pages }: Wiki, headers: Headers): Promise<Request[]> {
  const form = new FormData()
  for (let number = 0; number < FILES; number++)
    form.append('file', new Blob([randomBytes(FILE_BYTES)]), `download-${number}.bin`)
  const response = await fetch(`${url}/rest/api/content/${pages[0]!.id}/child/attachment?allowDuplicated=true`, {
    method: 'POST',
    headers: { ...headers, 'x-atlassian-token': 'no-check' },
    body: form,
  })
  if (!response.ok) throw new Error(`Attaching files: ${response.status} ${await response.text()}`)
  const { results } = (await response.json()) as { results: { _links: { download: string } }[] }
  return results.map(({ _links: { download: path } }) => ({ path, headers }))
}

/** Texts to search for, none twice: words of the pages, and two of the most common ones together. */
async function searchTexts({ words }: Wiki): Promise<string[]> {
  const pairs = words.flatMap((one, index) => words.slice(index + 1).map(other => `${one} ${other}`))
  const single = shuffled(await pageWords())
  return shuffled(pairs).flatMap((pair, index) => [single[index] ?? [], pair].flat())
}

type Headers = Record<string, string>
type Pages = Wiki['pages']

/** Reads of pages whose ranks follow Zipf's law, half of them as HTML, half over REST. */
export function mixedReads(pages: Pages, headers: Headers): Request[] {
  const ranked = shuffled(pages)
  const weights = ranked.map((_, rank) => 1 / (rank + 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const random = generator(2)
  return Array.from({ length: 2000 }, (_, index) => {
    let rest = random() * total
    const rank = weights.findIndex(weight => (rest -= weight) <= 0)
    const page = ranked[Math.max(0, rank)]!
    const path = index % 2 === 0 ? page.path : `/rest/api/content/${page.id}?expand=body.storage,version,space`
    return { path, headers }
  })
}

/** New pages below those that are there. */
function creates(wiki: Wiki, reader: Headers): Request[] {
  return shuffled(wiki.pages)
    .slice(0, WRITES)
    .map(({ id, space }, index) =>
      writing('POST', '/rest/api/content', reader, {
        type: 'page',
        title: `Created ${index}`,
        space: { key: space },
        ancestors: [{ id }],
        body: { storage: { value: pageText(index, wiki), representation: 'storage' } },
      }),
    )
}

/** Other texts for pages that are there. */
async function updates({ url }: ServerProcess, wiki: Wiki, reader: Headers): Promise<Request[]> {
  const requests: Request[] = []
  for (const [index, { id }] of shuffled(wiki.pages).slice(0, WRITES).entries()) {
    const path = `/rest/api/content/${id}`
    const page = (await (await fetch(url + path, { headers: reader })).json()) as PageState
    requests.push(
      writing('PUT', path, reader, {
        type: 'page',
        title: page.title,
        version: { number: page.version.number + 1 },
        body: { storage: { value: pageText(WRITES + index, wiki), representation: 'storage' } },
      }),
    )
  }
  return requests
}

interface PageState {
  title: string
  version: { number: number }
}

function writing(method: 'POST' | 'PUT', path: string, reader: Headers, body: object): Request {
  return { method, path, headers: { ...reader, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/**
 * Edits, comments, draft saves and labels of these pages, one after the other, until it is stopped.
 * @param options.creates new pages below them too
 */
export function committing(
  server: ServerProcess,
  pages: Pages,
  reader: Headers,
  { creates = false } = {},
): { stop: () => Promise<void> } {
  const targets = shuffled(pages)
  const headers = { ...reader, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  }
  const text = '<p>Written by the bench.</p>'.repeat(40)
  const storage = (value: string) => ({ storage: { value, representation: 'storage' } })
  const create = (id: string, { space }: Pages[number]) =>
    send('POST', '/rest/api/content', {
      type: 'page',
      title: `Beside ${randomUUID()}`,
      space: { key: space },
      ancestors: [{ id }],
      body: storage(text),
    })
  const writes: ((id: string, page: Pages[number]) => Promise<void>)[] = [
    async id => {
      const page = (await (await fetch(`${server.url}/rest/api/content/${id}`, { headers })).json()) as PageState
      await send('PUT', `/rest/api/content/${id}`, {
        type: 'page',
        title: page.title,
        version: { number: page.version.number + 1 },
        body: storage(text),
      })
    },
    id =>
      send('POST', '/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        body: storage('<p>A comment.</p>'),
      }),
    id => send('PUT', `/rest/oxbow/1.0/content/${id}/draft`, { title: 'A draft', storage: text, baseVersion: 1 }),
    id => send('POST', `/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'bench' }]),
    ...(creates ? [create] : []),
  ]
  let number = 0
  let pending = Promise.resolve()
  const timer = setInterval(() => {
    const page = targets[number % targets.length]!
    const write = writes[number++ % writes.length]!
    pending = pending.then(() => write(page.id, page))
  }, 1000 / COMMITS_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await pending
    },
  }
}

/** In an order that is the same in every run. */
function shuffled<T>(items: readonly T[]): T[] {
  const random = generator(1)
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    ;[order[i], order[other]] = [order[other]!, order[i]!]
  }
  return order
}

/** Numbers from 0 up to 1 by a linear congruential generator (constants of Numerical Recipes). */
function generator(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32
}
