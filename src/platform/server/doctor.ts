import { sql } from 'kysely'
import { messageOf } from '#platform/message-of.ts'
import type { App } from './app.ts'
import { damageIn, sqliteFile } from './database/sqlite.ts'
import type { Snapshot } from './backup/snapshot.ts'
import { extensionPoint, type ExtensionPoint } from './extensions.ts'

/** Result of a check. An `error` means that data is lost or wrong, a `warning` that an administrator should look. */
export interface Finding {
  readonly severity: 'error' | 'warning'
  /** Says what is wrong, where, and what to do. */
  readonly message: string
}

export interface DoctorOptions {
  /** Looks at everything where a check would else take a sample. */
  readonly deep: boolean
  /** Reports the progress of a long check. */
  readonly onProgress?: (done: number, total: number) => void
}

/** One look at the health of the data. It only reads. */
export interface DoctorCheck {
  /** For people, e.g. "Every page has its ancestors". */
  readonly name: string
  run(app: App, options?: DoctorOptions): AsyncIterable<Finding>
}

/** Features add checks of their rows: closed parent chains, versions without gaps, guards that fit. */
export const doctorChecks: ExtensionPoint<DoctorCheck> = extensionPoint('platform.doctorChecks')

export interface DoctorReport {
  /** True when no check found an error. */
  readonly healthy: boolean
  readonly checks: readonly {
    readonly name: string
    readonly findings: readonly Finding[]
    /** How many there are; `findings` holds the first 100. */
    readonly found: number
  }[]
}

const MAX_FINDINGS = 100
/** An attachment is stored before the row that names it: what is younger may still get its row. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Examines the data and changes nothing: the database's own integrity, counters of ids, the event log, attachments
 * against the rows that name them (each is read whole), and what features add. A check that fails is itself a finding.
 * @param onCheck is called with the name of each check before it runs
 */
export async function doctor(
  app: App,
  onCheck: (name: string) => void = () => {},
  options: DoctorOptions = { deep: false },
): Promise<DoctorReport> {
  const checks: DoctorReport['checks'][number][] = []
  for (const check of [...platformChecks, ...app.extensions.all(doctorChecks)]) {
    onCheck(check.name)
    const findings: Finding[] = []
    let found = 0
    try {
      for await (const finding of check.run(app, options)) if (++found <= MAX_FINDINGS) findings.push(finding)
    } catch (error) {
      app.log.error({ err: error, check: check.name }, 'a check of the data failed')
      found++
      findings.push({ severity: 'error', message: `The check could not be finished: ${messageOf(error)}` })
    }
    checks.push({ name: check.name, findings, found })
  }
  return { healthy: checks.every(check => check.findings.every(finding => finding.severity !== 'error')), checks }
}

const platformChecks: readonly DoctorCheck[] = [
  { name: 'The database is sound', run: databaseIntegrity },
  { name: 'Ids are never given twice', run: app => withSnapshot(app, sequences) },
  { name: 'Subscribers stand within the event log', run: cursors },
  {
    name: 'Attachments are there and undamaged',
    run: (app, options) =>
      withSnapshot(app, (snapshot, { blobs }) => attachments(snapshot, blobs, options?.onProgress)),
  },
]

async function* withSnapshot(
  app: App,
  check: (snapshot: Snapshot, app: App) => AsyncIterable<Finding>,
): AsyncIterable<Finding> {
  const { openSnapshot } = await import('./backup/snapshot.ts')
  const snapshot = await openSnapshot(app.config)
  try {
    yield* check(snapshot, app)
  } finally {
    await snapshot.close()
  }
}

async function* databaseIntegrity({ config, database }: App): AsyncIterable<Finding> {
  if (database.engine === 'sqlite') {
    for (const line of damageIn(sqliteFile(config.home)))
      yield { severity: 'error', message: `SQLite finds damage: ${line}. Restore a backup.` }
    const references = await sql<{
      table: string
      rowid: number | null
      parent: string
    }>`pragma foreign_key_check`.execute(database.read)
    for (const { table, rowid, parent } of references.rows) {
      yield {
        severity: 'error',
        message: `Row ${rowid ?? '?'} of ${table} names a row of ${parent} that is not there.`,
      }
    }
    return
  }
  // PostgreSQL holds references itself; what it may not hold is one that was added without looking at the rows.
  const loose = await sql<{ name: string; table: string }>`select conname as name, conrelid::regclass::text as "table"
    from pg_constraint where contype in ('f', 'c') and not convalidated and connamespace = current_schema()::regnamespace`.execute(
    database.read,
  )
  for (const { name, table } of loose.rows)
    yield {
      severity: 'warning',
      message: `The constraint ${name} of ${table} was never checked: alter table ${table} validate constraint ${name}.`,
    }
  const broken = await sql<{
    name: string
  }>`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`.execute(database.read)
  for (const { name } of broken.rows)
    yield { severity: 'error', message: `The index ${name} is not valid: reindex index ${name}.` }
}

async function* sequences(snapshot: Snapshot): AsyncIterable<Finding> {
  const last = await snapshot.sequences()
  for (const table of snapshot.tables) {
    const given = last[table.name]
    if (given === undefined) continue
    const highest = await snapshot.highest(table)
    if (highest > given) {
      yield {
        severity: 'error',
        message: `${table.name} holds the id ${highest}, but its counter stands at ${given}: new rows will be refused.`,
      }
    }
  }
}

async function* cursors({ database }: App): AsyncIterable<Finding> {
  // Cursors first: events that come meanwhile only raise the end.
  const rows = await database.read
    .selectFrom('event_cursor')
    .select(['subscriber', 'position'])
    .orderBy('subscriber')
    .execute()
  const end =
    (await database.read.selectFrom('event').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
  for (const { subscriber, position } of rows) {
    if (position > end) {
      yield {
        severity: 'error',
        message: `${subscriber} stands at event ${position}, but the log ends at ${end}: it would miss what comes next.`,
      }
    }
  }
}

/** Addresses are held in memory, some 100 bytes for each attachment. */
async function* attachments(
  snapshot: Snapshot,
  blobs: App['blobs'],
  onProgress: DoctorOptions['onProgress'],
): AsyncIterable<Finding> {
  const named = new Set<string>()
  for await (const batch of snapshot.blobs()) for (const sha256 of batch) named.add(sha256)
  let read = 0
  for (const sha256 of named) {
    const state = await blobs.verify(sha256)
    onProgress?.(++read, named.size)
    if (state === 'missing')
      yield { severity: 'error', message: `The stored file ${sha256} is missing. Restore it from a backup.` }
    if (state === 'damaged')
      yield { severity: 'error', message: `The stored file ${sha256} is damaged. Restore it from a backup.` }
  }
  let unused = 0
  let bytes = 0
  for await (const blob of blobs.list()) {
    if (named.has(blob.sha256) || Date.now() - blob.modifiedAt < UNUSED_AFTER_MS) continue
    unused++
    bytes += blob.size
  }
  if (unused > 0)
    yield { severity: 'warning', message: `${unused} stored files (${bytes} bytes) belong to nothing any more.` }
}
