import type { Phrase } from '#platform/error-text.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { conflict } from '#platform/server/http/errors.ts'
import { accountsWith, groupsWith, nameKey } from '#features/accounts/server/index.ts'
import type { ImportState, PersonAction } from '../contract.ts'
import {
  heldState,
  madeByImports,
  peopleBySource,
  replacePeople,
  type PersonKind,
  type PersonRow,
  type PersonWithTarget,
} from './people-store.ts'
import { runById } from './run-store.ts'
import { isGroupName, isUserKey, usernameOf } from './run/people-names.ts'

/** A choice for a user or group of an export. */
export interface PersonChoice {
  kind: PersonKind
  source: string
  action: PersonAction
  /** Name of the user or group here; empty for actions other than `match`. */
  target: string
}

/** A choice that is not possible. */
export interface ChoiceProblem<T extends PersonChoice = PersonChoice> {
  choice: T
  column: 'source' | 'action' | 'target'
  problem: Phrase
}

/** States of an import in which people are chosen. */
const CHOOSING: readonly ImportState[] = ['READY', 'CANCELLED', 'FAILED']

/** Keeps an import from being started until the transaction ends. @throws HttpError 409 if it was started */
export async function holdChoosing(tx: WriteTransaction, runId: number): Promise<void> {
  const state = await heldState(tx, runId)
  if (state && CHOOSING.includes(state)) return
  throw conflict(
    'Users and groups can be changed before an import is started, and after it was cancelled or has failed',
  )
}

/**
 * Records choices for users or groups of one kind. Choices that are in force already change nothing.
 * @param choices at most some hundred, each for another source
 * @returns how many changed; nothing is recorded where there are problems
 */
export async function applyChoices<T extends PersonChoice>(
  tx: WriteTransaction,
  runId: number,
  kind: PersonKind,
  choices: readonly T[],
): Promise<{ changed: number; problems: ChoiceProblem<T>[] }> {
  const sources = choices.map(({ source }) => source)
  const rows = await peopleBySource(tx.db, runId, kind, sources)
  const fingerprint = (await runById(tx.db, runId))?.fingerprint ?? null
  const { changed, problems } = await checkChoices(tx.db, { fingerprint, kind, rows }, choices)
  if (problems.length === 0) await replacePeople(tx, changed)
  return { changed: changed.length, problems }
}

/** Users or groups of an export, by their sources. */
interface PlannedPeople {
  /** Of the export. */
  fingerprint: string | null
  kind: PersonKind
  rows: ReadonlyMap<string, PersonWithTarget>
}

/** Rows that choices change, as they become, and choices that are not possible. Parameters as of {@link applyChoices}. */
export async function checkChoices<T extends PersonChoice>(
  db: Queries,
  { fingerprint, kind, rows }: PlannedPeople,
  choices: readonly T[],
): Promise<{ changed: PersonRow[]; problems: ChoiceProblem<T>[] }> {
  const problems: ChoiceProblem<T>[] = []
  const wanted: { choice: T; row: PersonWithTarget }[] = []
  for (const choice of choices) {
    const row = rows.get(choice.source)
    if (!row) problems.push({ choice, column: 'source', problem: UNKNOWN[kind](choice.source) })
    else if (choice.action !== 'match' && choice.target !== '')
      problems.push({ choice, column: 'target', problem: { key: 'Only the action match has a target' } })
    else if (!isInForce(row, choice)) wanted.push({ choice, row })
  }
  const places = await (kind === 'user' ? usersHere : groupsHere)(db, wanted)
  const created = creating(wanted).map(({ source }) => source)
  const made = await madeByImports(db, fingerprint, kind, created)
  const changed: PersonRow[] = []
  for (const { choice, row } of wanted) {
    // The same file again, after an interruption or for a newer export.
    if (choice.action === 'create' && made.has(row.source) && made.get(row.source) === row.target_id) continue
    const { target: _, ...kept } = row
    const to = targetOf(choice, row, places)
    if (typeof to === 'object' && to !== null) problems.push({ choice, ...to })
    else changed.push({ ...kept, action: choice.action, matched_by: 'choice', target_id: to, outcome: null })
  }
  return { changed, problems }
}

function isInForce(row: PersonWithTarget, { action, target }: PersonChoice): boolean {
  return row.action === action && (action !== 'match' || nameKey(row.target ?? '') === nameKey(target))
}

/** Users or groups of this wiki. */
interface Places {
  /** Ids by folded names. */
  ids: ReadonlyMap<string, number>
  /** The user or group that is here in the place of one that is to be made. */
  takenBy(row: PersonRow): { id: number; name: string } | undefined
}

type Wanted = readonly { choice: PersonChoice; row: PersonRow }[]

async function usersHere(db: Queries, wanted: Wanted): Promise<Places> {
  const created = creating(wanted)
  const keyed = created.filter(({ source }) => isUserKey(source)).map(({ source }) => source)
  const names = [...targetsOf(wanted), ...created.map(({ name }) => nameKey(usernameOf(name)))]
  const byName = await accountsWith(db, 'username_key', [...new Set(names)])
  const byKey = (await accountsWith(db, 'user_key', keyed)).filter(({ deleted_at }) => deleted_at === null)
  const named = new Map(byName.map(account => [account.username_key, account]))
  const withKeys = new Map(byKey.map(account => [account.user_key, account]))
  return {
    ids: new Map(
      byName.filter(({ deleted_at }) => deleted_at === null).map(({ username_key, id }) => [username_key, id]),
    ),
    takenBy({ source, name }) {
      const account = withKeys.get(source) ?? named.get(nameKey(usernameOf(name)))
      return account && { id: account.id, name: account.username }
    },
  }
}

async function groupsHere(db: Queries, wanted: Wanted): Promise<Places> {
  const names = [...targetsOf(wanted), ...wanted.map(({ row }) => nameKey(row.name))]
  const groups = new Map((await groupsWith(db, [...new Set(names)])).map(group => [group.name_key, group]))
  return {
    ids: new Map([...groups].map(([key, { id }]) => [key, id])),
    takenBy: ({ name }) => groups.get(nameKey(name)),
  }
}

const creating = (wanted: Wanted): PersonRow[] =>
  wanted.filter(({ choice }) => choice.action === 'create').map(({ row }) => row)

const targetsOf = (wanted: Wanted): string[] =>
  wanted.flatMap(({ choice: { action, target } }) => (action === 'match' ? nameKey(target) : []))

/** The id of the target, null for none, or why the choice is not possible. */
function targetOf(
  { kind, action, target }: PersonChoice,
  row: PersonRow,
  { ids, takenBy }: Places,
): number | null | Omit<ChoiceProblem, 'choice'> {
  if (action === 'skip') return null
  if (action === 'match') {
    if (target.trim() === '') return { column: 'target', problem: { key: 'The action match needs a target' } }
    return ids.get(nameKey(target)) ?? { column: 'target', problem: ABSENT[kind](target) }
  }
  const taken = takenBy(row)
  if (taken !== undefined) return { column: 'action', problem: TAKEN[kind](taken.name) }
  if (kind === 'group' && !isGroupName(row.name)) return { column: 'action', problem: unnamable(row.name) }
  return null
}

type PhraseOf = (name: string) => Phrase
const about =
  (key: string): PhraseOf =>
  name => ({ key, values: { name: name.slice(0, 200) } })

export const UNKNOWN: Record<PersonKind, PhraseOf> = {
  user: about('The import has no user "{{name}}"'),
  group: about('The import has no group "{{name}}"'),
}
const ABSENT: Record<PersonKind, PhraseOf> = {
  user: about('This wiki has no user "{{name}}". Create the user first, or choose another one'),
  group: about('This wiki has no group "{{name}}". Create the group first, or choose another one'),
}
const TAKEN: Record<PersonKind, PhraseOf> = {
  user: about('This wiki already has a user "{{name}}". Choose match, with this user or another one as the target'),
  group: about('This wiki already has a group "{{name}}". Choose match, with this group or another one as the target'),
}
const unnamable = about(
  'No group can have the name "{{name}}". Choose match, with another group as the target, or skip',
)
