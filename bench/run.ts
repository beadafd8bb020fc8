/**
 * `npm run bench`: measures the built server on a generated wiki, and in the same run the floor. Figures of two
 * machines cannot be compared, the ratios can. `-- --pages 1000 --seconds 2` makes it shorter, `-- --postgres` measures
 * it on PostgreSQL.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordAnswers } from './answers.ts'
import { benchWiki, SIZE_OPTIONS, sizeOf, type Wiki } from './generate.ts'
import { load, type Figures, type Request } from './load.ts'
import { benchPostgres, type BenchDatabase } from './postgres.ts'
import { saveResults } from './results.ts'
import { startFloor, startWiki } from './server.ts'

const { values } = parseArgs({
  options: {
    ...SIZE_OPTIONS,
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
/** Different addresses that a reading scenario goes through. */
const SAMPLE = 300
/** Requests about the page with very many children. */
const LARGE_TREE = [
  '/descendant?expand=page',
  '/descendant/page?limit=25',
  '/descendant/page?limit=25&start=4000',
  '/descendant/comment',
  '/descendant/attachment',
  '?expand=descendants.page',
  '?expand=children.page',
  '/child/page?limit=25&start=4000',
]

/** Filters of reports on the 100,000 tasks below that page. */
const TASK_REPORTS = [
  {},
  { status: 'incomplete', sortColumn: 'due date' },
  { spaces: ['LARGE'], sortColumn: 'page title', reverseSort: true },
  { assignees: ['user3'], status: 'incomplete' },
  { duedateFrom: '2026-03-01', duedateTo: '2026-03-31' },
]

interface Scenario {
  name: string
  requests: Request[]
  /** Writing scenarios are held against a durable insert of the same body. */
  writes?: boolean
}
interface Row {
  scenario: string
  connections: number
  wiki: Figures
  floor: Figures | undefined
  ratio: number | undefined
}

const wiki = await benchWiki(sizeOf(values))
const work = await mkdtemp(join(tmpdir(), 'oxbow-bench-'))
try {
  if (values.postgres) {
    const database = await benchPostgres(wiki.home, work)
    try {
      await measure(work, database)
    } finally {
      await database.stop()
    }
  } else {
    // Writing scenarios must not change the wiki that later runs measure.
    await cp(wiki.home, join(work, 'home'), { recursive: true })
    await measure(work)
  }
} finally {
  await rm(work, { recursive: true, force: true })
}

async function measure(folder: string, database?: BenchDatabase): Promise<void> {
  const start = () => startWiki(join(folder, 'home'), database ? { DATABASE_URL: database.url } : {})
  const server = await start()
  const rows: Row[] = []
  try {
    const scenarios = (await scenariosOf(wiki, server.url)).filter(
      scenario => !values.only || scenario.name.includes(values.only),
    )
    const floor = await startFloor(
      await recordAnswers(
        join(folder, 'floor.sqlite'),
        server.url,
        scenarios.filter(({ writes }) => !writes).flatMap(({ requests }) => requests),
      ),
    )
    try {
      let id = 0
      for (const scenario of scenarios) {
        const bare: Request[] = scenario.writes
          ? scenario.requests.map(({ body }) => ({
              method: 'POST',
              path: '/write',
              headers: { 'content-type': 'application/json' },
              body: body ?? '{}',
            }))
          : scenario.requests.map(() => ({ path: `/${++id}` }))
        for (const connections of [1, 32]) {
          const figures = await load(server.url, scenario.requests, connections, seconds)
          const least = await load(floor.url, bare, connections, seconds)
          const row = {
            scenario: scenario.name,
            connections,
            wiki: figures,
            floor: least,
            ratio: figures.requestsPerSecond / least.requestsPerSecond,
          }
          rows.push(row)
          print(row, await server.residentMb())
        }
      }
    } finally {
      await floor.stop()
    }
    const memory = await server.residentMb()
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    for (const name of [
      'nodejs_heap_size_used_bytes',
      'nodejs_heap_size_total_bytes',
      'nodejs_external_memory_bytes',
    ]) {
      console.log(
        `${name} ${(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0) / 1048576).toFixed(0)} MB`,
      )
    }
    console.log(`\nResident memory after the run: ${memory.toFixed(0)} MB`)
    await server.stop()
    const again = await start()
    console.log(`Start, from spawn to the first answer: ${again.startMs.toFixed(0)} ms`)
    await again.stop()
    await report(rows, memory, again.startMs)
  } catch (error) {
    await server.stop()
    throw error
  }
}

function print({ scenario, connections, wiki: w, ratio }: Row, residentMb: number): void {
  const cell = (text: string | number, width: number) => String(text).padStart(width)
  console.log(
    `${scenario.padEnd(34)}${cell(connections, 4)}${cell(w.requestsPerSecond.toFixed(0), 9)} req/s  p50${cell(w.p50, 5)} ms  p97.5${cell(w.p97_5, 5)} ms  p99${cell(w.p99, 5)} ms  ${cell(((ratio ?? 0) * 100).toFixed(0), 4)} % of the floor ${cell(residentMb.toFixed(0), 4)} MB${w.failures ? `  ${w.failures} FAILED` : ''}`,
  )
}

async function report(rows: readonly Row[], residentMb: number, startMs: number): Promise<void> {
  await saveResults('wiki', { size: values, rows, residentMb, startMs })
}

async function scenariosOf(
  { pages, attachments, large, discussed, tokens, words }: Wiki,
  url: string,
): Promise<Scenario[]> {
  const bearer = (index: number) => ({ authorization: `Bearer ${tokens[index % tokens.length]}` })
  // Pages that every one of the users may see, whatever restrictions are on the way.
  const open: Wiki['pages'] = []
  for (
    let i = 0;
    open.length < SAMPLE && i < pages.length;
    i += Math.max(1, Math.floor(pages.length / (SAMPLE * 1.2)))
  ) {
    const page = pages[i]!
    const seen = await Promise.all(
      tokens.map((_, t) => fetch(`${url}/rest/api/content/${page.id}`, { headers: bearer(t) })),
    )
    if (seen.every(response => response.ok)) open.push(page)
    await Promise.all(seen.map(response => response.arrayBuffer()))
  }
  const each = (path: (page: Wiki['pages'][number], index: number) => string): Request[] =>
    open.map((page, index) => ({ path: path(page, index), headers: bearer(index) }))
  const admin = bearer(0)
  const json = { ...admin, 'content-type': 'application/json' }
  let created = 0
  const searches: Request[] = words.map((word, index) => ({
    path: `/rest/api/search?cql=${encodeURIComponent(`siteSearch ~ "${word}"`)}&limit=10`,
    headers: bearer(index),
  }))
  const text = '<p>Written by the bench.</p>'.repeat(40)
  return [
    { name: 'page view', requests: each(page => page.path) },
    {
      name: 'page over REST, body.storage',
      requests: each(page => `/rest/api/content/${page.id}?expand=body.storage,version,space`),
    },
    { name: 'tree children', requests: each(page => `/rest/oxbow/1.0/spaces/${page.space}/pages?parent=${page.id}`) },
    { name: 'children over REST', requests: each(page => `/rest/api/content/${page.id}/child/page`) },
    {
      name: 'below a page with 5,000 children',
      requests: LARGE_TREE.map(rest => ({ path: `/rest/api/content/${large}${rest}`, headers: admin })),
    },
    {
      // Request that each open page sends every half minute; `npm run bench -- polling` has 1,000 of them.
      name: 'live updates, nothing new',
      requests: each(page => `/rest/quickreload/latest/${page.id}?since=${Date.now()}`),
    },
    {
      name: 'page with 400 comments',
      requests: [{ path: `/pages/viewpage.action?pageId=${discussed}`, headers: admin }],
    },
    {
      name: 'report of 100,000 tasks',
      requests: TASK_REPORTS.flatMap(parameters =>
        [0, 20].map(page => ({
          path: `/rest/inlinetasks/1/task-report?pageSize=20&pageIndex=${page}&reportParameters=${encodeURIComponent(JSON.stringify(parameters))}`,
          headers: admin,
        })),
      ),
    },
    { name: 'search', requests: searches },
    { name: 'search, each time anew', requests: searches.map(request => ({ ...request, once: true })) },
    { name: 'attachment download, 100 KB', requests: attachments.slice(0, 50).map(path => ({ path, headers: admin })) },
    {
      name: 'create',
      writes: true,
      requests: [
        {
          method: 'POST' as const,
          path: '/rest/api/content',
          headers: json,
          body: () =>
            JSON.stringify({
              type: 'page',
              title: `Bench ${++created}`,
              space: { key: 'SP0' },
              body: { storage: { value: text, representation: 'storage' } },
            }),
        },
      ],
    },
    {
      name: 'draft save',
      writes: true,
      requests: open.map(page => ({
        method: 'PUT' as const,
        path: `/rest/oxbow/1.0/content/${page.id}/draft`,
        headers: json,
        body: JSON.stringify({ title: 'x', storage: text, baseVersion: 1 }),
      })),
    },
  ]
}
