import SqliteDriver from 'better-sqlite3'
import { sql, type CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useAgent } from '#features/agent-access/testing/consent.ts'
import { createAccount } from '#features/accounts/server/index.ts'
import { insertRun } from '#features/space-import/server/index.ts'
import { sendDueMail } from '#features/notifications/server/index.ts'
import { REBUILD_JOB } from '#features/search/server/index.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
import { sqliteFile } from '#platform/server/database/sqlite.ts'
import type { App } from '#platform/server/app.ts'
import type { AnyEndpoint } from '#platform/server/http/http.ts'
import { Schedules } from '#platform/server/jobs/schedules.ts'
import { onEachEngine, type HttpReply, type TestWiki } from '#platform/server/testing/harness.ts'
import { allStatementsOf, settle } from '#platform/server/testing/statements.ts'
import { features } from './server.ts'
import { queryText } from './testing/query-texts.ts'
import { postgresWalks, sqliteWalks, type Walk } from './testing/plans.ts'
import { requestFor, VALUES } from './testing/requests.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const PASSWORD = 'correct horse battery'
const CHILDREN = 300
/** Expansions of lists of contents. */
const EVERYTHING = [
  'space',
  'version',
  'history.contributors',
  'history.previousVersion',
  'ancestors',
  'container',
  'operations',
  ...['children', 'descendants'].flatMap(list => ['page', 'comment', 'attachment'].map(type => `${list}.${type}`)),
  'body.view',
  'metadata.currentuser',
  'metadata.labels',
  'metadata.properties',
  'restrictions.read.restrictions.user',
].join(',')

/** Tables of at most some hundred rows, or a few thousand, whatever the size of the wiki. */
const SMALL: ReadonlySet<string> = new Set([
  'account_group',
  'backup_job',
  'event_cursor',
  'global_permission',
  'membership',
  'migration',
  'password_reset',
  'setting',
  'space',
  'space_colour_scheme',
  'space_permission',
  'linked_application',
  'webhook',
  'pragma_page_count',
  'pragma_page_size',
])

/** Statements that may read much, and why. */
const ALLOWED: readonly { sql: RegExp; why: string }[] = [
  {
    sql: /analytics_(?:page_day|search_day|day)/,
    why: 'sums over the days of a report, and pages that nobody reads, for administrators and once an hour',
  },
  {
    sql: /^select (?:count\(\*\)|sum\(|\(select count\(\*\)|\(select max\(id\)|"state", count|"type", "status", count)/,
    why: 'counts, for the metrics and for administrators',
  },
  { sql: /^select \* from "site_emoji" /, why: 'all of them are listed, of which there are 200 at most' },
  { sql: /^select count\(distinct "sha256"\)/, why: 'how much a backup has to do, once for each' },
  { sql: /^select \S+ (?:as "at" )?from "job"/, why: 'finished jobs go after a week, and few wait' },
  { sql: /^select \(select "run_after" from "job"/, why: 'few jobs run' },
  {
    sql: /^select "id" from "content" .*"space_watch"\."space_id" = "content"\."space_id" and "account_id" <> /,
    why: 'stops at the first account that is another, the second row at the latest',
  },
  {
    sql: /^select "label"\."id".* as "used" .* order by (?:count\(\*\)|max\()/s,
    why: 'labels in the order of their use: all uses have to be counted',
  },
  {
    sql: /^select "label"\."id".* as "counted" .* order by "counted"\."uses" desc/s,
    why: 'labels of the wiki by how often they are used: all uses are counted, in an index',
  },
  {
    sql: /^select "label"\."id".* from "label" where .* order by \(select "content_label"\."created_at"/s,
    why: 'labels of the wiki by their latest use, which an index gives for each label',
  },
  {
    sql: /^select \* from "content" where .*"space_id" = .* order by "(?:updated|created)_at" desc/s,
    why: 'sorts the pages of the one space that is asked for',
  },
]

/** Takes what the wiki mails. */
const smtp = new SmtpServer()
const smtpPort = await smtp.listen()
afterAll(() => smtp.close())

const STATEMENT = /^\s*(?:select|insert|update|delete|with)\b/i
/** Asked for by the wiki in its own time, which need not come while the test runs. */
const BY_CHANCE: readonly RegExp[] = [
  /\b(?:event_cursor|job|schedule_slot)\b|"due_at" <=|^delete from \S+ where "expires_at" <=/,
  // If others change what is rendered meanwhile.
  /from content_render as mark\s+where/,
  /^\s*(?:insert into|update|delete from|delete)\s+(?:from\s+)?"live_|pg_notify\(\$/,
]

onEachEngine(
  'the plan of every statement',
  () => features,
  wiki => {
    let statements: CompiledQuery[] = []
    const byOwner = new Map<string, Set<string>>()
    beforeAll(async () => {
      // By the clock comes now this and now that.
      vi.spyOn(Schedules.prototype, 'run').mockResolvedValue()
      const known = await seed(wiki())
      await grow(wiki(), Number(known['id']))
      const all = await allStatementsOf(
        async () => {
          await exercise(wiki(), known)
          await settle(wiki().app)
        },
        ({ sql: text }, owner) => {
          if (BY_CHANCE.some(chance => chance.test(text)) || !STATEMENT.test(text)) return
          const texts = byOwner.get(owner) ?? new Set()
          byOwner.set(owner, texts.add(text))
        },
      )
      statements = [...all.values()].filter(statement => STATEMENT.test(statement.sql))
    })

    const refused = (walksOf: readonly (readonly [CompiledQuery, Walk[]])[]) =>
      walksOf.flatMap(([statement, walks]) => {
        // Tables that the statement derives: those that it does so from are judged by their own steps.
        const names = new Set(
          [
            ...statement.sql.matchAll(
              /(?:with|recursive|,)\s+"?(\w+)"?\s*(?:\("?\w+"?(?:, *"?\w+"?)*\))?\s+as\s|\)\s+as\s+"?(\w+)"?/gi,
            ),
          ].map(([, common, derived]) => common ?? derived),
        )
        const large = walks.filter(({ table }) => !SMALL.has(table) && !names.has(table))
        const text = statement.sql.replaceAll(/\s+/g, ' ')
        if (large.length === 0 || ALLOWED.some(({ sql: pattern }) => pattern.test(text))) return []
        return [`${large.map(walk => walk.step).join('; ')}\n  ${text}`]
      })

    it('are those of test/queries, written anew by `npx vitest run src/query-plans.test.ts -u`', async () => {
      for (const [owner, texts] of byOwner) {
        const file = `../test/queries/${owner}.${wiki().engine}.sql`
        await expect(queryText(texts)).toMatchFileSnapshot(file)
      }
    })

    it('reads no large table whole', async () => {
      const { engine, config } = wiki()
      expect(statements.length).toBeGreaterThan(300)
      if (engine === 'postgres') {
        const client = new pg.Client({ connectionString: config.databaseUrl })
        await client.connect()
        try {
          // A statement that then still goes through a whole table has no useful index, however many rows there are.
          await client.query('set enable_seqscan = off')
          const walks: [CompiledQuery, Walk[]][] = []
          for (const statement of statements) walks.push([statement, await postgresWalks(client, statement)])
          expect(refused(walks)).toEqual([])
        } finally {
          await client.end()
        }
        return
      }
      const connection = new SqliteDriver(sqliteFile(config.home))
      try {
        const walks = (chosen: readonly CompiledQuery[]) =>
          refused(chosen.map(statement => [statement, sqliteWalks(connection, statement)] as const))
        const found = walks(statements)
        // A step through the tree is repeated for each page: it must not depend on statistics.
        connection.exec('drop table sqlite_stat1; drop table if exists sqlite_stat4')
        const recursive = statements.filter(statement => /^with recursive/i.test(statement.sql))
        expect(recursive.length).toBeGreaterThan(8)
        expect({ found, withoutStatistics: walks(recursive) }).toEqual({ found: [], withoutStatistics: [] })
      } finally {
        connection.close()
      }
    })
  },
  { OXBOW_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
)

/** A page of each kind of thing. @returns values for the parameters of calls */
async function seed({ app, admin }: TestWiki): Promise<Record<string, unknown>> {
  const made = async (reply: Promise<HttpReply>): Promise<string> => {
    const { status, text, json } = await reply
    expect(status, text).toBeLessThan(300)
    return String(json.id ?? json.results?.[0]?.id)
  }
  const account = await createAccount(
    app,
    { username: 'quokka', displayName: 'Quokka', email: 'quokka@example.org', password: PASSWORD },
    null,
  )
  await made(admin.post('/rest/api/space', { key: 'QUOKKA', name: 'Quokka' }))
  const text =
    '<p>Quokka <a href="https://example.org">out</a></p><ac:task-list><ac:task><ac:task-id>1</ac:task-id>' +
    '<ac:task-status>incomplete</ac:task-status><ac:task-body>Quokka</ac:task-body></ac:task></ac:task-list>'
  const body = { storage: { value: text, representation: 'storage' } }
  const page = await made(
    admin.post('/rest/api/content', { type: 'page', title: 'Quokka', space: { key: 'QUOKKA' }, body }),
  )
  await made(admin.put(`/rest/api/content/${page}`, { type: 'page', title: 'Quokka', version: { number: 2 }, body }))
  const comment = await made(
    admin.post('/rest/api/content', { type: 'comment', container: { id: page, type: 'page' }, body }),
  )
  const form = new FormData()
  form.set('file', new Blob(['x']), 'quokka.txt')
  const attachment = await made(
    admin.send('POST', `/rest/api/content/${page}/child/attachment`, form, { 'x-atlassian-token': 'no-check' }),
  )
  await made(admin.post(`/rest/api/content/${page}/label`, [{ prefix: 'global', name: 'quokka' }]))
  await made(admin.post(`/rest/api/content/${page}/property`, { key: 'QUOKKA', value: 'x' }))
  await app.database.transaction(({ db }) =>
    db
      .insertInto('access_request')
      .values({ account_id: account.id, content_id: Number(page), access: 'edit', at: Date.now(), declined_at: null })
      .execute(),
  )
  // A user is notified of changes.
  await app.database.transaction(({ db }) =>
    db
      .insertInto('content_watch')
      .values({ content_id: Number(page), account_id: account.id, created_at: 1 })
      .execute(),
  )
  await insertImport(app, Number(page))
  const ofPage = [
    'id',
    'pageId',
    'contentId',
    'target',
    'rootContentId',
    'draftId',
    'entityId',
    'targetId',
    'idOfPageToCopy',
  ].map(name => [name, page])
  return {
    ...VALUES,
    ...Object.fromEntries(ofPage),
    userKey: account.user_key,
    user: 'quokka',
    commentId: comment,
    aid: attachment,
    attachmentId: attachment,
    property: 'QUOKKA',
    number: 1,
    source: 'quokka',
  }
}

/** An import of an export that names a user. @param id of the page, which calls take for it */
async function insertImport({ database }: App, id: number): Promise<void> {
  await database.transaction(async tx => {
    const run = await insertRun(tx, {
      origin: 'upload',
      owner_id: null,
      file_name: 'quokka.zip',
      file_size: 1,
      file_sha256: null,
      options: {},
      state: 'READY',
    })
    await tx.db.updateTable('space_import_run').set({ id, fingerprint: 'quokka' }).where('id', '=', run.id).execute()
    await sql`insert into space_import_person (run_id, kind, source, name, display_name, email, action)
      values (${id}, 'user', 'quokka', 'quokka', 'Quokka', '', 'skip')`.execute(tx.db)
  })
}

/** Many children of the page. As copies of its row, which is quicker than as many calls. */
async function grow({ app, engine }: TestWiki, page: number): Promise<void> {
  await app.database.transaction(async ({ db }) => {
    await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${CHILDREN})
      insert into content (type, status, space_id, parent_id, title, title_key, position, version, creator_id,
      created_at, updater_id, updated_at)
      select type, status, space_id, id, title || ' ' || n, title_key || ' ' || n, position || n, version, creator_id, created_at + n, updater_id,
        updated_at + n from content cross join n where id = ${page}`.execute(db)
    await sql`insert into content_version (content_id, number, author_id, at, message, minor, title, storage)
      select c.id, v.number, v.author_id, v.at, v.message, v.minor, c.title, v.storage from content c
      cross join content_version v
      where c.parent_id = ${page} and c.type = 'page' and v.content_id = ${page}`.execute(db)
  })
  if (engine === 'postgres') await sql`analyze`.execute(app.database.read)
}

/** Changes of who is signed in, and by which password. */
const SIGNING = /password|logout|login|authenticate/

/** Sends every call: reading ones first and as several readers, deleting ones last. */
async function exercise(wiki: TestWiki, known: Readonly<Record<string, unknown>>): Promise<void> {
  const { app, admin, anonymous, as } = wiki
  await useAgent(wiki, { username: 'quokka', password: PASSWORD })
  // Changes of accounts by calls do not end a token.
  const { json } = await admin.post('/rest/pat/latest/tokens', { name: 'plans' })
  const administrator = anonymous.with({ authorization: `Bearer ${json.rawToken}` })
  const order = ['GET', 'POST', 'PUT', 'DELETE']
  for (const endpoint of app.http.endpoints.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))) {
    const { path, body, headers } = requestFor(endpoint, known)
    if (endpoint.method === 'GET') {
      for (const client of [administrator, as('quokka', PASSWORD)]) {
        expect((await client.get(path)).status, path).not.toBe(500)
        if (expands(endpoint))
          expect((await client.get(`${path}&expand=${EVERYTHING}&limit=5`)).status, path).not.toBe(500)
      }
    } else if (!SIGNING.test(endpoint.path)) {
      const reply = await administrator.send(endpoint.method, path, body, headers)
      expect(reply.status, `${endpoint.method} ${path} ${reply.text.slice(0, 500)}`).not.toBe(500)
    }
  }
  await app.events.settled()
  await app.jobs.idle()
  const rebuilds = (await app.jobs.list({ ownerId: null, start: 0, limit: 1000 })).filter(
    ({ kind, state }) => kind === REBUILD_JOB && state !== 'done',
  )
  expect(rebuilds).toEqual([])
  // Gathered mail, too.
  await sendDueMail(app, Date.now() + 86_400_000)
  expect(smtp.received.length).toBeGreaterThan(0)
}

function expands({ query }: AnyEndpoint): boolean {
  return query instanceof z.ZodObject && 'expand' in query.shape
}
