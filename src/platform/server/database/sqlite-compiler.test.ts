import { Session } from 'node:inspector'
import SqliteConnection from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWiki, type TestWiki } from '../testing/harness.ts'
import { settle } from '../testing/statements.ts'
import { features } from '../../../server.ts'

let wiki: TestWiki
let id = ''
beforeAll(async () => {
  wiki = await startTestWiki('sqlite', features)
  await wiki.admin.post('/rest/api/space', { key: 'PLAN', name: 'Plans' })
  const page = (title: string, above?: string) =>
    wiki.admin.createPage(
      'PLAN',
      title,
      '<p>Text with a <ac:link><ri:page ri:content-title="Above" /></ac:link>.</p>',
      { ancestors: above ? [{ id: above }] : [] },
    )
  id = await page('Page', await page('Above'))
  await page('Below', id)
  await wiki.admin.post(`/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'planned' }])
  await wiki.admin.post('/rest/api/content', {
    type: 'comment',
    container: { id, type: 'page' },
    body: { storage: { value: '<p>Said</p>', representation: 'storage' } },
  })
})
afterAll(() => wiki.close())

/**
 * Counts the plans that SQLite makes while `work` runs, of statements that have run before and give rows. better-sqlite3
 * compiles a function for the rows of a statement whenever SQLite has planned it again (lib/database.js, `rowFactory`);
 * the debugger of this thread reports each function that is compiled.
 */
async function plansDuring(work: () => unknown): Promise<number> {
  const session = new Session()
  session.connect()
  let plans = 0
  session.on('Debugger.scriptParsed', ({ params }) => {
    if (params.stackTrace?.callFrames[0]?.functionName === 'rowFactory') plans++
  })
  session.post('Debugger.enable')
  try {
    await work()
    return plans
  } finally {
    session.disconnect()
  }
}

/**
 * How many plans SQLite makes for a request whose queries have all run before: the fewest of three requests, as work of
 * the server itself, such as the first run of a job, may fall into one of them.
 */
async function plansFor(address: string): Promise<number> {
  // The address differs each time, so that no cached answer is given.
  const get = async (turn: number) => {
    const { status } = await wiki.admin.get(`${address}${address.includes('?') ? '&' : '?'}turn=${turn}`)
    expect(status).toBe(200)
  }
  for (const turn of [1, 2, 3]) {
    await get(turn)
    // Work after an answer, such as storing the rendered text, plans its own queries; the next answer reads it.
    await settle(wiki.app)
  }
  const plans: number[] = []
  for (const turn of [4, 5, 6]) {
    wiki.app.database.invalidate()
    plans.push(await plansDuring(() => get(turn)))
  }
  return Math.min(...plans)
}

it('plans are counted of statements that SQLite plans with each run, and of no others', async () => {
  const connection = new SqliteConnection(':memory:')
  connection.exec('create table t (a, b); create index t_a on t (a); insert into t values (1, 2), (2, 3); analyze')
  const runs = (sql: string) => {
    const statement = connection.prepare(sql)
    const run = (value: number) => expect(statement.all(value)).toHaveLength(1)
    run(1)
    return () => [1, 2, 1].forEach(run)
  }
  expect(await plansDuring(runs('select a, b from t where a = ?'))).toBe(3)
  expect(await plansDuring(runs('select a, b from t where a = +?'))).toBe(0)
  connection.close()
})

it.each([
  ['a page', () => `/pages/viewpage.action?pageId=${id}`],
  ['a page over REST', () => `/rest/api/content/${id}?expand=body.storage,version,space,ancestors,metadata.labels`],
  ['children over REST', () => `/rest/api/content/${id}/child/page?limit=10`],
  ['the tree', () => `/rest/oxbow/1.0/spaces/PLAN/pages?parent=${id}`],
  [
    'a search',
    () =>
      `/rest/api/search?cql=${encodeURIComponent('siteSearch ~ "text" and type in (page, comment) and space = PLAN')}&limit=10`,
  ],
])('the queries of %s are planned once', async (_, address) => {
  expect(await plansFor(address())).toBe(0)
})

it('words that name kinds are written into the SQL, all else is bound', () => {
  const { read } = wiki.app.database
  const compiled = (status: string) =>
    read
      .selectFrom('content')
      .select('id')
      .where('content.status', '=', status as 'current')
      .where('title', '=', 'page')
      .limit(5)
      .compile()
  expect(compiled('current')).toMatchObject({
    sql: 'select "id" from "content" where "content"."status" = \'current\' and "title" = +? limit 5',
    parameters: ['page'],
  })
  expect(compiled("o'or 1=1")).toMatchObject({ parameters: ["o'or 1=1", 'page'] })
})
