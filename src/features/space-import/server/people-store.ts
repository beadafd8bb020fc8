import { sql, type Selectable, type SqlBool } from 'kysely'
import { preparedInsert, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import type { ImportState, PersonAction } from '../contract.ts'
import { isUserKey } from './run/people-names.ts'
import type { SpaceImportPersonTable } from './tables.ts'

export type PersonRow = Selectable<SpaceImportPersonTable>
export type PersonKind = PersonRow['kind']
export type PersonOutcome = NonNullable<PersonRow['outcome']>

/** A row with the name of its target; null without one, or once that was deleted. */
export type PersonWithTarget = PersonRow & { target: string | null }

/** Users and groups that are listed. */
export interface PeopleFilter {
  kind: PersonKind
  action?: PersonAction | undefined
  /** Is in the name, the full name or the address. */
  words: string
}

/** Notes what users and groups become. Those that are noted stay as they are. */
export async function insertPeople({ db }: WriteTransaction, rows: readonly PersonRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('space_import_person')
    .values(rows)
    .onConflict(on => on.columns(['run_id', 'kind', 'source']).doNothing())
    .execute()
}

const KEY = ['run_id', 'kind', 'source'] as const
const replaceRows = preparedInsert(
  'space_import_person',
  [...KEY, 'name', 'display_name', 'email', 'action', 'matched_by', 'target_id', 'outcome'],
  { replaces: KEY },
)

/** Changes rows that are there. */
export async function replacePeople({ db }: WriteTransaction, rows: readonly PersonRow[]): Promise<void> {
  await replaceRows(db, rows)
}

/** Notes the outcome for a user or group. */
export async function changeOutcome(
  { db }: WriteTransaction,
  { run_id, kind, source }: Pick<PersonRow, 'run_id' | 'kind' | 'source'>,
  changes: { outcome: PersonOutcome; target_id: number | null },
): Promise<void> {
  await db
    .updateTable('space_import_person')
    .set(changes)
    .where('run_id', '=', run_id)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .execute()
}

export async function personRow(
  db: Queries,
  { run_id, kind, source }: Pick<PersonRow, 'run_id' | 'kind' | 'source'>,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom('space_import_person')
    .selectAll()
    .where('run_id', '=', run_id)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .executeTakeFirst()
}

/** Users or groups of an import by name; one more than `limit` when there are more. */
export async function listPeople(
  db: Queries,
  runId: number,
  { kind, action, words, start, limit }: PeopleFilter & { start: number; limit: number },
): Promise<PersonWithTarget[]> {
  const pattern = `%${words
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  return withTargets(db, runId, kind)
    .$if(action !== undefined, query => query.where('action', '=', action ?? 'skip'))
    .$if(words.trim() !== '', query =>
      query.where(
        sql<SqlBool>`(lower(person.name) like ${pattern} escape '\\' or lower(person.display_name) like ${pattern} escape '\\'
          or lower(person.email) like ${pattern} escape '\\')`,
      ),
    )
    .orderBy('person.name')
    .orderBy('person.source')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Users or groups of an import by their sources, the next after one. */
export async function peopleAfter(
  db: Queries,
  runId: number,
  { kind, after, limit }: { kind: PersonKind; after: string; limit: number },
): Promise<PersonWithTarget[]> {
  return withTargets(db, runId, kind).where('source', '>', after).orderBy('source').limit(limit).execute()
}

/** Users or groups of an import that have these sources. */
export async function peopleBySource(
  db: Queries,
  runId: number,
  kind: PersonKind,
  sources: readonly string[],
): Promise<Map<string, PersonWithTarget>> {
  if (sources.length === 0) return new Map()
  const rows = await withTargets(db, runId, kind).where('source', 'in', sources).execute()
  return new Map(rows.map(row => [row.source, row]))
}

function withTargets(db: Queries, runId: number, kind: PersonKind) {
  return db
    .selectFrom('space_import_person as person')
    .selectAll('person')
    .select(eb =>
      (kind === 'user'
        ? eb
            .selectFrom('account')
            .select('account.username as name')
            .whereRef('account.id', '=', 'person.target_id')
            .where('account.deleted_at', 'is', null)
        : eb
            .selectFrom('account_group')
            .select('account_group.name as name')
            .whereRef('account_group.id', '=', 'person.target_id')
      ).as('target'),
    )
    .where('person.run_id', '=', runId)
    .where('person.kind', '=', kind)
}

/** Imports whose choices count again. */
export interface ChoicesOf {
  /** The import that is planned. */
  runId: number
  /** Of its export. */
  fingerprint: string
  /** Keys of spaces in the export: earlier exports of them may be others. */
  spaceKeys: readonly string[]
  kind: PersonKind
}

/** The latest choices of administrators for users or groups in earlier imports of the same export, or of its spaces. */
export async function earlierChoices(
  db: Queries,
  { runId, fingerprint, spaceKeys, kind }: ChoicesOf,
  sources: readonly string[],
): Promise<Map<string, Pick<PersonRow, 'action' | 'target_id'>>> {
  if (sources.length === 0) return new Map()
  const rows = await db
    .selectFrom('space_import_person')
    .select(['source', 'action', 'target_id'])
    .where('run_id', 'in', eb =>
      eb
        .selectFrom('space_import_run')
        .select('space_import_run.id')
        .where('space_import_run.id', '<>', runId)
        .where(where =>
          where.or([
            where('fingerprint', '=', fingerprint),
            ...(spaceKeys.length > 0
              ? [
                  where('space_import_run.id', 'in', inner =>
                    inner.selectFrom('space_import').select('run_id').where('source_key', 'in', spaceKeys),
                  ),
                ]
              : []),
          ]),
        ),
    )
    .where('kind', '=', kind)
    .where('source', 'in', sources)
    .where('matched_by', '=', 'choice')
    .orderBy('run_id')
    .execute()
  return new Map(rows.map(({ source, action, target_id }) => [source, { action, target_id }]))
}

/**
 * Ids of the accounts or groups that imports made, by sources. User keys are the same in all exports; other sources count
 * in imports of the same export.
 * @param fingerprint of the export
 */
export async function madeByImports(
  db: Queries,
  fingerprint: string | null,
  kind: PersonKind,
  sources: readonly string[],
): Promise<Map<string, number>> {
  if (sources.length === 0) return new Map()
  const rows = await db
    .selectFrom('space_import_person')
    .innerJoin('space_import_run', 'space_import_run.id', 'space_import_person.run_id')
    .select(['source', 'target_id', 'fingerprint'])
    .where('kind', '=', kind)
    .where('source', 'in', sources)
    .where('outcome', '=', 'created')
    .orderBy('run_id')
    .execute()
  const valid = rows.filter(row => isUserKey(row.source) || (fingerprint !== null && row.fingerprint === fingerprint))
  return new Map(valid.flatMap(({ source, target_id }) => (target_id === null ? [] : [[source, target_id] as const])))
}

/** Number of users and groups of an import that an administrator has chosen for, in it or in an earlier one. */
export async function countChoices(db: Queries, runId: number): Promise<number> {
  const { number } = await db
    .selectFrom('space_import_person')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('run_id', '=', runId)
    .where('matched_by', '=', 'choice')
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** The state of an import, which stays until the transaction ends. */
export async function heldState({ db, engine }: WriteTransaction, runId: number): Promise<ImportState | undefined> {
  const query = db.selectFrom('space_import_run').select('state').where('id', '=', runId)
  return (await (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst())?.state
}

/** Numbers of users or groups of an import, and of what became of them. */
export interface PeopleCount {
  kind: PersonKind
  source: number
  matched: number
  created: number
  skipped: number
  /** Those that nothing of the import needed, or not yet. */
  unused: number
}

export async function peopleCounts(db: Queries, runId: number): Promise<PeopleCount[]> {
  const rows = await db
    .selectFrom('space_import_person')
    .select(['kind', 'outcome'])
    .select(eb => eb.fn.countAll<number>().as('number'))
    .where('run_id', '=', runId)
    .groupBy(['kind', 'outcome'])
    .execute()
  return (['user', 'group'] as const).map(kind => {
    const counts = { matched: 0, created: 0, skipped: 0, unused: 0 }
    for (const row of rows) if (row.kind === kind) counts[row.outcome ?? 'unused'] = Number(row.number)
    return { kind, source: counts.matched + counts.created + counts.skipped + counts.unused, ...counts }
  })
}
