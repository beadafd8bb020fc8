import SqliteDriver from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { onEachEngine, type TestWiki } from '#platform/server/testing/harness.ts'
import { sqliteFile } from '#platform/server/database/sqlite.ts'
import { statementsOf } from '#platform/server/testing/statements.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { postgresWalks, sqliteWalks } from '../../testing/plans.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const PAGES = 2000
const TASKS_OF_PAGE = 50
const PEOPLE = 20

onEachEngine(
  'reports over 100,000 tasks',
  () => features,
  wiki => {
    let ada: TestPerson
    let page = ''
    const ask = (parameters: object, pageIndex = 0) =>
      ada.client.get(
        `/rest/inlinetasks/1/task-report?${new URLSearchParams({ reportParameters: JSON.stringify(parameters), pageIndex: String(pageIndex) })}`,
      )

    beforeAll(async () => {
      ada = await person(wiki(), 'ada')
      for (let n = 1; n < PEOPLE; n++) await person(wiki(), `person${n}`)
      for (const key of ['MANY', 'FEW']) await wiki().admin.post('/rest/api/space', { key, name: key })
      const value =
        '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Real</ac:task-body></ac:task></ac:task-list>'
      const body = { storage: { value, representation: 'storage' } }
      for (const key of ['MANY', 'FEW'])
        page = (await wiki().admin.post('/rest/api/content', { type: 'page', title: key, space: { key }, body })).json
          .id
      await wiki().admin.post(`/rest/api/content/${page}/label`, [{ prefix: 'global', name: 'rare' }])
      await grow(wiki(), ada)
    })

    it.each([
      ['all', {}],
      ['of a space', { spaces: ['MANY'] }],
      ['of a small space', { spaces: ['FEW'] }],
      ['of a page', { pages: 'PAGE' }],
      ['with a label', { labels: ['rare'] }],
      ['of an assignee', { assignees: ['ada'] }],
      ['of two assignees', { assignees: ['ada', 'person1'] }],
      ['of a creator', { creators: ['person2'] }],
      ['completed', { status: 'complete' }],
      ['due in a month', { duedateFrom: '2027-03-01', duedateTo: '2027-03-31' }],
      ['by title', { assignees: ['ada'], sortColumn: 'page title' }],
      ['by assignee', { creators: ['ada'], sortColumn: 'assignee' }],
    ])('find those %s without reading all', async (_name, given) => {
      const parameters = 'pages' in given ? { pages: [page] } : given
      let answer: Awaited<ReturnType<typeof ask>> | undefined
      const statements = await statementsOf(wiki(), async () => {
        answer = await ask(parameters)
      })
      expect(answer?.status, answer?.text).toBe(200)
      expect(answer?.json.detailLines.length).toBeGreaterThan(0)
      expect(answer?.json.detailLines.length).toBeLessThanOrEqual(10)
      expect(await walks(wiki(), statements)).toEqual([])
    })

    it('count the pages that lie ahead, and say that there are more', async () => {
      expect((await ask({})).json).toMatchObject({ totalPages: 20, adaptive: true })
      expect((await ask({}, 15)).json).toMatchObject({ totalPages: 35, currentPage: 15, adaptive: true })
      expect((await ask({ spaces: ['FEW'] })).json).toMatchObject({ totalPages: 1, adaptive: false })
    })
  },
)

/** The tasks of many pages, as copies of one page and rows of the table, which is quicker than as many calls. */
async function grow({ app, engine }: TestWiki, ada: TestPerson): Promise<void> {
  await app.database.transaction(async ({ db }) => {
    await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${PAGES})
      insert into content (type, status, space_id, parent_id, title, title_key, position, version, creator_id,
      created_at, updater_id, updated_at)
      select type, status, space_id, id, title || ' ' || n, title_key || ' ' || n, position || n, version, creator_id, created_at + n, updater_id,
        updated_at + n from content cross join n where title = 'MANY'`.execute(db)
    await sql`insert into content_version (content_id, number, author_id, at, message, minor, title, storage)
      select c.id, v.number, v.author_id, v.at, v.message, v.minor, c.title, v.storage from content c
      join content parent on parent.id = c.parent_id join content_version v on v.content_id = parent.id where c.title like 'MANY %'`.execute(
      db,
    )
    const due = sql`'2027-' || substr('0' || (1 + (content.id + n) % 12), -2) || '-' || substr('0' || (1 + (content.id * 7 + n) % 28), -2)`
    const dueOnPostgres = sql`'2027-' || lpad((1 + (content.id + n) % 12)::text, 2, '0') || '-' || lpad((1 + (content.id * 7 + n) % 28)::text, 2, '0')`
    await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${TASKS_OF_PAGE})
      insert into inline_task (content_id, page_id, task_id, position, status, description, due_on, assignee_id,
      creator_id, created_at)
      select content.id, content.id, cast(n as text), n, case when n % 5 = 0 then 'complete' else 'incomplete' end, 'Task ' || n,
        ${engine === 'sqlite' ? due : dueOnPostgres}, ${ada.id} + (content.id + n) % ${PEOPLE}, ${ada.id} + (content.id * 3 + n) % ${PEOPLE}, content.created_at
      from content cross join n where content.title like 'MANY %'`.execute(db)
  })
  if (engine === 'postgres') await sql`analyze`.execute(app.database.read)
}

/** Steps of the plans that read a whole large table. */
async function walks(
  { engine, config }: TestWiki,
  statements: Awaited<ReturnType<typeof statementsOf>>,
): Promise<string[]> {
  const reports = statements.filter(({ sql: text }) => text.includes('inline_task'))
  expect(reports.length).toBeGreaterThan(0)
  const steps: string[] = []
  if (engine === 'postgres') {
    const client = new pg.Client({ connectionString: config.databaseUrl })
    await client.connect()
    try {
      await client.query('set enable_seqscan = off')
      for (const report of reports) steps.push(...(await postgresWalks(client, report)).map(walk => walk.step))
    } finally {
      await client.end()
    }
  } else {
    const connection = new SqliteDriver(sqliteFile(config.home))
    try {
      for (const report of reports) steps.push(...sqliteWalks(connection, report).map(walk => walk.step))
    } finally {
      connection.close()
    }
  }
  return steps.filter(step => !/ space\b| space_permission\b/.test(step))
}
