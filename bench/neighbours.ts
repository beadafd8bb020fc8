/**
 * `npm run bench -- neighbours`: how long page views wait while another user asks for something heavy, one kind at a
 * time and again and again, beside how long they wait otherwise.
 *
 * `--seconds N` is the time of each kind; `--pages N` sets the size of the wiki; `--only NAME` kinds whose name holds
 * it.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchWiki, SIZE_OPTIONS, sizeOf } from './generate.ts'
import { manyShapes } from './many-shapes.ts'
import { saveResults } from './results.ts'
import { startWiki } from './server.ts'
import { pause, said, viewing, type Waits } from './viewing.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    ...SIZE_OPTIONS,
    only: { type: 'string', default: '' },
  },
})
const durationMs = Number(values.seconds) * 1000
const VIEWED = 100
/** A page view may wait this much longer, p99. */
const TARGET = 5
const SHAPES = 5000
/** Of a text that is pasted; near the largest that is taken. */
const PASTED_CHARS = 4_800_000
const BACKUP_POLL_MS = 100

interface Neighbour {
  readonly name: string
  /** Asks once, and resolves when it has been answered or is done. */
  ask(): Promise<unknown>
}

const wiki = await benchWiki(sizeOf(values))
const headers = { authorization: `Bearer ${wiki.tokens[0]}` }
const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-neighbours-'))
const home = join(folder, 'home')
await cp(wiki.home, home, { recursive: true })
const server = await startWiki(home)
try {
  await server.settled()
  await measure()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const views = wiki.pages.slice(0, VIEWED).map(({ path }) => server.url + path)
  const during = async (work: () => Promise<unknown>): Promise<Waits> => {
    const shown = viewing(views, headers.authorization)
    await work()
    return shown.stop()
  }
  await during(() => pause(durationMs))
  const quiet = await during(() => pause(durationMs))
  console.log(`${'nobody else'.padEnd(26)} ${said(quiet)}`)
  const results: Record<string, Waits & { asked: number }> = { quiet: { ...quiet, asked: 0 } }
  for (const { name, ask } of (await neighbours()).filter(one => one.name.includes(values.only))) {
    let asked = 0
    const end = performance.now() + durationMs
    const waits = await during(async () => {
      do {
        await ask()
        asked++
      } while (performance.now() < end)
    })
    results[name] = { ...waits, asked }
    const ratio = waits.p99 / quiet.p99
    const missed = ratio <= TARGET ? '' : '  MISSED'
    console.log(`${name.padEnd(26)} ${said(waits)}  asked ${asked}  p99 ${ratio.toFixed(1)} times${missed}`)
  }
  await saveResults('neighbours', { results })
}

async function neighbours(): Promise<Neighbour[]> {
  const space = wiki.pages[0]?.space ?? ''
  const page = (title: string, value: string) => ({
    type: 'page',
    title,
    space: { key: space },
    body: { storage: { value, representation: 'storage' } },
  })
  const paragraph = '<p>The quick brown fox <strong>writes</strong> documentation about <em>servers</em>.</p>'
  const large = paragraph.repeat(Math.floor(PASTED_CHARS / paragraph.length))
  const { id: pastedId } = await call('POST', '/rest/api/content', page('Pasted', '<p>Nothing yet</p>'))
  const { id: drawnId } = await call('POST', '/rest/api/content', page('Drawn', '<p>See the diagram</p>'))
  let version = 1
  let drawn = 0
  return [
    {
      name: 'CQL over everything',
      ask: () => call('GET', `/rest/api/search?limit=50&cql=${encodeURIComponent('type = page order by title desc')}`),
    },
    {
      name: 'picture of 5,000 shapes',
      async ask() {
        const name = `Many ${++drawn}`
        await call('POST', '/rest/oxbow/1.0/diagrams', {
          pageId: drawnId,
          name,
          version: 0,
          document: JSON.stringify(manyShapes(SHAPES)),
        })
        await call('GET', `/rest/gliffy/1.0/diagrams/preview?pageId=${drawnId}&name=${encodeURIComponent(name)}`)
      },
    },
    {
      name: 'rebuild of the index',
      async ask() {
        await call('POST', '/rest/prototype/1/index/reindex')
        await until(async () => (await call('GET', '/rest/prototype/1/index/reindex')).finished === true)
      },
    },
    {
      name: 'backup of the site',
      async ask() {
        const { id } = await call('POST', '/rest/api/backup-restore/backup/site', {})
        await until(
          async () =>
            !['QUEUED', 'PROCESSING'].includes((await call('GET', `/rest/api/backup-restore/jobs/${id}`)).jobState),
        )
      },
    },
    {
      name: 'pasted text of 5 MB',
      ask: () =>
        call('PUT', `/rest/api/content/${pastedId}`, { ...page('Pasted', large), version: { number: ++version } }),
    },
    // The following requests read the text that was pasted last.
    { name: 'largest page', ask: () => call('GET', `/rest/api/content/${pastedId}?expand=body.export_view`) },
  ]
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(BACKUP_POLL_MS)
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of calls: a wrong field fails where it is read
async function call(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(server.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`)
  if (!response.headers.get('content-type')?.includes('json')) return response.arrayBuffer()
  return response.json()
}
