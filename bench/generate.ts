import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { growWiki } from './grow.ts'
import { ADMIN, basic, ROOT, startWiki } from './server.ts'

const run = promisify(execFile)

const corpus = join(ROOT, '..', 'shared', 'corpus', 'storage')

/** Size of the generated wiki. */
export interface Size {
  spaces: number
  pages: number
  users: number
}

/** Options of a bench that set the size of its wiki, for `parseArgs`. */
export const SIZE_OPTIONS = {
  pages: { type: 'string', default: '10000' },
  spaces: { type: 'string', default: '50' },
  users: { type: 'string', default: '200' },
} as const

/** The size that {@link SIZE_OPTIONS} say. */
export function sizeOf({ spaces, pages, users }: Record<keyof Size, string>): Size {
  return { spaces: Number(spaces), pages: Number(pages), users: Number(users) }
}

/** Facts that the scenarios need. */
export interface Wiki {
  home: string
  /** All that were created through the REST interface; of a larger wiki {@link SAMPLE} others. */
  pages: { id: string; path: string; space: string }[]
  attachments: string[]
  /** Id of the page with {@link CHILDREN} children. */
  large: string
  /** Id of the page with {@link COMMENTS} comments and {@link INLINE_COMMENTS} on marked words. */
  discussed: string
  /** Of a wiki that was grown: the page with most children, and the last of the longest chain of pages. */
  wide?: string
  deep?: string
  /** Personal access tokens of some users; the first is the administrator's. */
  tokens: string[]
  words: string[]
}

/** Raised when the generator changes, so that an older wiki is not used. */
const GENERATOR = 3
/** Pages that are created through the REST interface; what is more is copied from them. */
const CREATED = 2000
/** Pages of a larger wiki that scenarios go through. */
const SAMPLE = 5000
/** Children of one page, beside the pages that the size names. */
const CHILDREN = 5000
/** Tasks on each of them: 100,000 together. */
const TASKS = 20
const COMMENTS = 300
const INLINE_COMMENTS = 100
const DEPTH = 6
const PARALLEL = 16

/**
 * The wiki of this size, generated once and then read from `.cache`: through the REST interface, and what is more than
 * {@link CREATED} pages by copying those.
 * @param build the checkout whose build generates it
 */
export async function benchWiki(size: Size, build: string = ROOT): Promise<Wiki> {
  const folder = join(build, '.cache', `bench-${GENERATOR}-${size.spaces}-${size.pages}-${size.users}`)
  const facts = join(folder, 'facts.json')
  if (existsSync(facts)) return JSON.parse(await readFile(facts, 'utf8')) as Wiki
  const making = `${folder}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  const home = join(making, 'home')
  const wiki = size.pages > CREATED ? await grow(home, size, build) : await generate(home, size, build)
  wiki.home = join(folder, 'home')
  await writeFile(join(making, 'facts.json'), JSON.stringify(wiki))
  await rm(folder, { recursive: true, force: true })
  await rename(making, folder)
  return wiki
}

async function grow(home: string, size: Size, build: string): Promise<Wiki> {
  const small = await benchWiki({ ...size, pages: CREATED }, build)
  await cp(small.home, home, { recursive: true })
  // Brings an older one up to date.
  const server = await startWiki(home, {}, build)
  await server.settled()
  await server.stop()
  const seeds = small.pages.map(({ id }) => id)
  const grown = growWiki(home, seeds, size.pages, SAMPLE)
  const { DATABASE_URL: _, ...inherited } = process.env
  await run(process.execPath, ['bin/oxbow', 'search', 'rebuild'], {
    cwd: build,
    env: { ...inherited, OXBOW_HOME: home },
  })
  return { ...small, ...grown }
}

async function generate(home: string, size: Size, build: string): Promise<Wiki> {
  const texts = await bodies()
  const server = await startWiki(home, {}, build)
  const admin = basic(ADMIN)
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of calls: a wrong field fails where it is read
  const call = async (method: string, path: string, body?: unknown, authorization = admin): Promise<any> => {
    const form = body instanceof FormData
    const response = await fetch(server.url + path, {
      method,
      headers: {
        authorization,
        ...(form ? { 'x-atlassian-token': 'no-check' } : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  try {
    const users = Array.from({ length: size.users }, (_, i) => `user${i}`)
    await inParallel(users, 4, user =>
      call('POST', '/rest/api/admin/user', {
        userName: user,
        fullName: `User ${user}`,
        email: `${user}@example.org`,
        password: `password of ${user}`,
        notifyViaEmail: false,
      }),
    )
    const keys = Array.from({ length: size.spaces }, (_, i) => `SP${i}`)
    await inParallel(keys, 4, key => call('POST', '/rest/api/space', { key, name: `Space ${key}` }))

    const perSpace = Math.ceil(size.pages / size.spaces)
    const pages: Wiki['pages'] = []
    const attachments: string[] = []
    await inParallel(keys, PARALLEL, async (key, spaceIndex) => {
      const levels: string[][] = [[]]
      for (let n = 0; n < perSpace; n++) {
        const depth = Math.min(DEPTH - 1, Math.floor(Math.log2(n + 1)) % DEPTH)
        const parents = levels[depth - 1] ?? []
        const parent = parents[(n * 7) % Math.max(1, parents.length)]
        const number = spaceIndex * perSpace + n
        const page = await call('POST', '/rest/api/content', {
          type: 'page',
          title: `Page ${number} of ${key}`,
          space: { key },
          ...(parent ? { ancestors: [{ id: parent }] } : {}),
          body: { storage: { value: texts[number % texts.length], representation: 'storage' } },
          metadata: { labels: [{ name: `label-${number % 40}` }] },
        })
        ;(levels[depth] ??= []).push(page.id)
        pages.push({ id: page.id, path: page._links.webui, space: key })
        if (number % 50 === 0) {
          const form = new FormData()
          form.append('file', new Blob([new Uint8Array(100 * 1024).fill(number % 250)]), `file-${number}.bin`)
          const list = await call('POST', `/rest/api/content/${page.id}/child/attachment`, form)
          attachments.push(list.results[0]._links.download)
        }
        if (number % 100 === 7) {
          await call('PUT', `/rest/api/content/${page.id}/restriction`, [
            {
              operation: 'read',
              restrictions: { user: [{ type: 'known', username: `user${number % size.users}` }], group: [] },
            },
          ])
        }
      }
    })
    const large = await largeTree(call, size.users)
    const discussed = await discussedPage(call)
    const tokens: string[] = []
    for (const user of [undefined, ...users.slice(0, 4)]) {
      const authorization = user ? basic({ username: user, password: `password of ${user}` }) : admin
      tokens.push(
        (await call('POST', '/rest/pat/latest/tokens', { name: 'bench', expirationDuration: 365 }, authorization))
          .rawToken,
      )
    }
    // A search answers only when everything is indexed.
    await call('GET', `/rest/api/content/search?cql=${encodeURIComponent('text ~ "page"')}&limit=1`)
    return { home, pages, attachments, large, discussed, tokens, words: commonWords(texts) }
  } finally {
    await server.stop()
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of calls: a wrong field fails where it is read
type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** A page with very many children, in a separate space; some have a comment. @returns its id */
async function largeTree(call: Call, users: number): Promise<string> {
  await call('POST', '/rest/api/space', { key: 'LARGE', name: 'Large' })
  const create = async (title: string, value: string, parent?: string): Promise<string> =>
    (
      await call('POST', '/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'LARGE' },
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
        body: { storage: { value, representation: 'storage' } },
      })
    ).id
  const top = await create('Top', '<p>Of many.</p>')
  await inParallel(
    Array.from({ length: CHILDREN }, (_, i) => i),
    PARALLEL,
    async number => {
      const id = await create(`Child ${number}`, tasks(number, users), top)
      if (number % 50 === 0) {
        await call('POST', '/rest/api/content', {
          type: 'comment',
          container: { id, type: 'page' },
          body: { storage: { value: '<p>Yes.</p>', representation: 'storage' } },
        })
      }
    },
  )
  return top
}

/** A list of tasks, assigned to the users in turn and due on days of a year. */
function tasks(page: number, users: number): string {
  const items = Array.from({ length: TASKS }, (_, index) => {
    const number = page * TASKS + index
    const due = new Date(Date.UTC(2026, 0, 1 + (number % 365))).toISOString().slice(0, 10)
    const status = number % 3 === 0 ? 'complete' : 'incomplete'
    const assignee = `<ac:link><ri:user ri:username="user${number % users}" /></ac:link>`
    return `<ac:task><ac:task-id>${index + 1}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${assignee} does number ${number} until <time datetime="${due}" /></ac:task-body></ac:task>`
  })
  return `<p>One of many.</p><ac:task-list>${items.join('')}</ac:task-list>`
}

/** A page that many people have written about. @returns its id */
async function discussedPage(call: Call): Promise<string> {
  const markers = Array.from({ length: INLINE_COMMENTS }, (_, index) => `m${index}`)
  const text = markers.map(
    (marker, index) =>
      `<p>Some words, <ac:inline-comment-marker ac:ref="${marker}">words number ${index}</ac:inline-comment-marker> and others.</p>`,
  )
  const storage = (value: string) => ({ storage: { value, representation: 'storage' } })
  const { id } = await call('POST', '/rest/api/content', {
    type: 'page',
    title: 'Discussed',
    space: { key: 'LARGE' },
    body: storage(text.join('')),
  })
  const comment = (value: string, extensions?: object) =>
    call('POST', '/rest/api/content', {
      type: 'comment',
      container: { id, type: 'page' },
      body: storage(value),
      ...(extensions && { extensions }),
    })
  for (let number = 0; number < COMMENTS; number++) await comment(`<p>Comment ${number}, with a few words.</p>`)
  for (const [index, markerRef] of markers.entries()) {
    const inlineProperties = { markerRef, originalSelection: `words number ${index}` }
    await comment('<p>Which words?</p>', { location: 'inline', inlineProperties })
  }
  return id
}

/** Real pages where the corpus is present, else text of our own making. */
async function bodies(): Promise<string[]> {
  const own = Array.from(
    { length: 40 },
    (_, i) =>
      `<h1>Section ${i}</h1>${'<p>The quick brown fox writes documentation about servers, networks and people. </p>'.repeat(5 + i)}`,
  )
  if (!existsSync(corpus)) return own
  const names = (await readdir(corpus)).filter(name => name.endsWith('.xml')).toSorted()
  const texts: string[] = []
  for (const name of names) {
    const text = await readFile(join(corpus, name), 'utf8')
    // Very small snippets are no pages; very large ones would be all that is measured.
    if (text.length > 800 && text.length < 40_000) texts.push(text)
  }
  return texts.length > 0 ? texts : own
}

/** The words of the generated pages, each once, in an order unrelated to how common they are. */
export async function pageWords(): Promise<string[]> {
  return [...wordCounts(await bodies()).keys()].toSorted()
}

function commonWords(texts: readonly string[]): string[] {
  return [...wordCounts(texts)]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 60)
    .map(([word]) => word)
}

/** Number of texts with each word. */
function wordCounts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(
      text
        .replace(/<[^>]*>/g, ' ')
        .toLowerCase()
        .match(/[a-z]{4,12}/g) ?? [],
    ))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: limit }, async () => {
      while (next < items.length) {
        const index = next++
        await work(items[index]!, index)
      }
    }),
  )
}
