/**
 * `npm run bench -- watchers`: a page that very many people watch is changed. How long it takes until each has their
 * notification and each mail is queued, and how long page views wait meanwhile, beside how long they wait otherwise.
 *
 * `--send` has the mails sent at once, to a mail server in this process; `--watchers N`, `--pages N` set the size.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type {} from '../src/features/accounts/server/tables.ts'
import type {} from '../src/features/notifications/server/tables.ts'
import type {} from '../src/features/watches/server/tables.ts'
import { openDatabase, type Database } from '../src/platform/server/database/index.ts'
import { SmtpServer } from '../src/platform/server/testing/smtp.ts'
import { saveResults } from './results.ts'
import { ADMIN, basic, startWiki } from './server.ts'
import { pause, said, viewing, type Waits } from './viewing.ts'

const { values } = parseArgs({
  options: {
    watchers: { type: 'string', default: '10000' },
    pages: { type: 'string', default: '100' },
    send: { type: 'boolean', default: false },
  },
})
const watchers = Number(values.watchers)
const BEFORE_MS = 5000
const POLL_MS = 250
/** Longest wait for a page view, p99, in milliseconds. */
const TARGET = 50
const BATCH = 500
let authorization = basic(ADMIN)

const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-watchers-'))
const home = join(folder, 'home')
const smtp = new SmtpServer()
const env = { OXBOW_SMTP_URL: `smtp://127.0.0.1:${await smtp.listen()}` }
try {
  const pages = await writePages()
  const database = await openDatabase({ home, databaseUrl: undefined })
  try {
    await addWatchers(database, Number(pages[0]))
    await measure(database, pages)
  } finally {
    await database.close()
  }
} finally {
  await smtp.close()
  await rm(folder, { recursive: true, force: true })
}

async function measure(database: Database, pages: readonly string[]): Promise<void> {
  const server = await startWiki(home, env)
  try {
    const views = pages.map(id => `${server.url}/pages/viewpage.action?pageId=${id}`)
    await viewing(views, authorization).stop()
    const before = viewing(views, authorization)
    await pause(BEFORE_MS)
    const quiet = await before.stop()
    const during = viewing(views, authorization)
    const began = performance.now()
    await send(server.url, 'PUT', `/rest/api/content/${pages[0]}`, {
      type: 'page',
      title: 'Page 0',
      version: { number: 2 },
      body: { storage: { value: `${text(0)}<p>One more line.</p>`, representation: 'storage' } },
    })
    await until(async () => (await count(database, 'notification')) >= watchers)
    const notified = performance.now() - began
    const queued = await count(database, 'notification_mail')
    if (values.send) await until(async () => (await count(database, 'notification_mail')) === 0)
    const sent = performance.now() - began
    const busy = await during.stop()
    await report({
      watchers,
      rows: await count(database, 'notification'),
      queued: values.send ? smtp.received.length : queued,
      notifiedSeconds: notified / 1000,
      ...(values.send ? { sentSeconds: sent / 1000 } : {}),
      quiet,
      busy,
    })
  } finally {
    await server.stop()
  }
}

interface Result {
  watchers: number
  rows: number
  queued: number
  notifiedSeconds: number
  sentSeconds?: number
  quiet: Waits
  busy: Waits
}

async function report(result: Result): Promise<void> {
  const { rows, queued, notifiedSeconds, sentSeconds, quiet, busy } = result
  console.log(
    `${rows} notifications written in ${notifiedSeconds.toFixed(1)} s, ${queued} mails ${values.send ? 'sent' : 'queued'}`,
  )
  if (sentSeconds !== undefined) console.log(`all mails sent after ${sentSeconds.toFixed(1)} s`)
  console.log(`page views before   ${said(quiet)}`)
  console.log(`page views meanwhile ${said(busy)}  p99 at most ${TARGET}${busy.p99 <= TARGET ? '' : '  MISSED'}`)
  await saveResults('watchers', result)
}

/** A space with pages. @returns their ids */
async function writePages(): Promise<string[]> {
  const server = await startWiki(home, env)
  try {
    // Passwords are slow to check, tokens are not.
    const { rawToken } = await send(server.url, 'POST', '/rest/pat/latest/tokens', {
      name: 'bench',
      expirationDuration: 365,
    })
    authorization = `Bearer ${rawToken}`
    await send(server.url, 'POST', '/rest/api/space', { key: 'BENCH', name: 'Bench' })
    const ids: string[] = []
    for (let number = 0; number < Number(values.pages); number++) {
      const { id } = await send(server.url, 'POST', '/rest/api/content', {
        type: 'page',
        title: `Page ${number}`,
        space: { key: 'BENCH' },
        body: { storage: { value: text(number), representation: 'storage' } },
      })
      ids.push(id)
    }
    await server.settled()
    return ids
  } finally {
    await server.stop()
  }
}

function text(number: number): string {
  return `<h1>Section ${number}</h1>${'<p>The quick brown fox writes documentation about servers, networks and people.</p>'.repeat(40)}`
}

/** As rows: making them by calls would take longer than all that is measured. */
async function addWatchers(database: Database, pageId: number): Promise<void> {
  const group = await database.read
    .selectFrom('account_group')
    .select('id')
    .where('name', '=', 'confluence-users')
    .executeTakeFirstOrThrow()
  const at = Date.now()
  for (let start = 0; start < watchers; start += BATCH) {
    const names = Array.from({ length: Math.min(BATCH, watchers - start) }, (_, index) => `watcher${start + index}`)
    await database.transaction(async ({ db }) => {
      const accounts = await db
        .insertInto('account')
        .values(
          names.map((name, index) => ({
            user_key: (start + index + 1).toString(16).padStart(32, '0'),
            username: name,
            username_key: name,
            display_name: name,
            email: `${name}@example.org`,
            email_key: `${name}@example.org`,
            active: 1,
            about: '',
            created_at: at,
          })),
        )
        .returning('id')
        .execute()
      const ids = accounts.map(({ id }) => id)
      await db
        .insertInto('membership')
        .values(ids.map(id => ({ group_id: group.id, account_id: id })))
        .execute()
      await db
        .insertInto('content_watch')
        .values(ids.map(id => ({ content_id: pageId, account_id: id, created_at: at })))
        .execute()
      if (values.send)
        await db
          .insertInto('notification_choice')
          .values(ids.map(id => ({ account_id: id, kind: 'updated' as const, bell: 1, mail: 'now' as const })))
          .execute()
    })
  }
}

async function count(database: Database, table: 'notification' | 'notification_mail'): Promise<number> {
  const { rows } = await database.read
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

async function send(url: string, method: string, path: string, body: object) {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.slice(0, 300)}`)
  return JSON.parse(answer) as { id: string; rawToken?: string }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(POLL_MS)
}
