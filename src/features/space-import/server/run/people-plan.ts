import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import {
  accountsById,
  accountsWith,
  groupsById,
  groupsWith,
  nameKey,
  type Account,
} from '#features/accounts/server/index.ts'
import { peopleOf, type ExportedPerson } from '../package/people.ts'
import type { OpenExport } from '../package/export.ts'
import { spacesOf } from '../package/spaces.ts'
import {
  earlierChoices,
  insertPeople,
  type ChoicesOf,
  type PersonKind,
  type PersonRow,
  type PersonWithTarget,
} from '../people-store.ts'
import { groupNameOf, isGroupName, profileOf } from './people-names.ts'

/** Users or groups that are looked up at once. */
const BATCH = 500
/** Longest name that is kept for lists. */
const MOST_NAME = 255

type Decision = Pick<PersonRow, 'action' | 'matched_by' | 'target_id'>

/** An import of an export, in which users and groups are noted. */
export interface PlannedRun {
  runId: number
  /** Of the export. */
  fingerprint: string | null
  /** Keys of its spaces. */
  spaceKeys: readonly string[]
}

/**
 * Decides what all users and groups of an export become here: the account of the same key, user name or e-mail address,
 * or a new one. Choices of an administrator in an earlier import of the same export or its spaces count again. Users and groups that
 * were planned already stay as they are.
 */
export async function planPeople({ app }: Context, opened: OpenExport, runId: number): Promise<void> {
  const run = runOf(opened, runId)
  for (const people of batchesOf(opened)) await planBatch(app, run, people)
}

/** Decides what some users and groups of an export become. */
export async function planBatch(app: App, run: PlannedRun, people: readonly ExportedPerson[]): Promise<void> {
  const rows = await decidedRows(app, run, people)
  await app.database.transaction(tx => insertPeople(tx, rows), { invalidates: false })
}

/** Decisions that {@link planPeople} would make, for some users and groups at a time. */
export async function* planRows({ app }: Context, opened: OpenExport): AsyncGenerator<PersonWithTarget[]> {
  const run = runOf(opened, NO_RUN)
  for (const people of batchesOf(opened)) {
    const rows = await decidedRows(app, run, people)
    const idsOf = (kind: PersonKind) => rows.flatMap(row => (row.kind === kind ? (row.target_id ?? []) : []))
    const accounts = await accountsById(app, idsOf('user'))
    const groups = await groupsById(app, [...new Set(idsOf('group'))])
    yield rows.map(row => {
      const { target_id: id } = row
      if (id === null) return { ...row, target: null }
      return { ...row, target: (row.kind === 'user' ? accounts.get(id)?.username : groups.get(id)?.name) ?? null }
    })
  }
}

function runOf(opened: OpenExport, runId: number): PlannedRun {
  const keys = [...spacesOf(opened).values()].map(({ key }) => key)
  return { runId, fingerprint: opened.fingerprint, spaceKeys: keys.slice(0, MOST_SPACES) }
}

/** Spaces whose earlier imports are looked at. */
const MOST_SPACES = 500

/** The id of no run. */
const NO_RUN = 0

function* batchesOf(opened: OpenExport): Generator<ExportedPerson[]> {
  let batch: ExportedPerson[] = []
  for (const person of peopleOf(opened)) {
    batch.push(person)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function decidedRows(app: App, run: PlannedRun, people: readonly ExportedPerson[]): Promise<PersonRow[]> {
  return [
    ...(await rowsOf(app, run, 'user', people, decideUsers)),
    ...(await rowsOf(app, run, 'group', people, decideGroups)),
  ]
}

type Decide = (app: App, people: readonly ExportedPerson[]) => Promise<(person: ExportedPerson) => Decision>

async function rowsOf(
  app: App,
  { runId, fingerprint, spaceKeys }: PlannedRun,
  kind: PersonKind,
  all: readonly ExportedPerson[],
  decide: Decide,
): Promise<PersonRow[]> {
  const people = all.filter(person => person.kind === kind)
  if (people.length === 0) return []
  const decisionOf = await decide(app, people)
  const choices =
    fingerprint === null ? undefined : await validChoices(app, { runId, fingerprint, spaceKeys, kind }, people)
  return people.map(person => {
    const found = decisionOf(person)
    const chosen = choices?.get(person.source)
    // There is an account or group of the name now, such as the one that was made by choice.
    const isThere = chosen?.action === 'create' && (found.matched_by === 'key' || found.matched_by === 'name')
    const decision: Decision = chosen && !isThere ? { ...chosen, matched_by: 'choice' } : found
    return { run_id: runId, kind, source: person.source, ...shownOf(person), ...decision, outcome: null }
  })
}

function shownOf(person: ExportedPerson): Pick<PersonRow, 'name' | 'display_name' | 'email'> {
  const name = person.name.replaceAll('\0', '').toWellFormed().slice(0, MOST_NAME).toWellFormed()
  if (person.kind === 'group') return { name, display_name: '', email: '' }
  const { displayName, email } = profileOf(person)
  return { name, display_name: displayName, email }
}

/** Choices of earlier imports whose targets are still there. */
async function validChoices(
  app: App,
  of: ChoicesOf,
  people: readonly ExportedPerson[],
): Promise<Map<string, Pick<PersonRow, 'action' | 'target_id'>>> {
  const sources = people.map(({ source }) => source)
  const choices = await earlierChoices(app.database.read, of, sources)
  const ids = [...choices.values()].flatMap(({ action, target_id }) => (action === 'match' ? (target_id ?? []) : []))
  const targets = of.kind === 'user' ? await accountsThere(app, ids) : new Set((await groupsById(app, ids)).keys())
  const valid = new Map<string, Pick<PersonRow, 'action' | 'target_id'>>()
  for (const [source, { action, target_id }] of choices)
    if (action !== 'match') valid.set(source, { action, target_id: null })
    else if (target_id !== null && targets.has(target_id)) valid.set(source, { action, target_id })
  return valid
}

async function accountsThere(app: App, ids: readonly number[]): Promise<Set<number>> {
  const accounts = await accountsById(app, ids)
  return new Set([...accounts.values()].filter(isThere).map(({ id }) => id))
}

const isThere = ({ deleted_at }: Account): boolean => deleted_at === null

const CREATE: Decision = { action: 'create', matched_by: null, target_id: null }
const SKIP: Decision = { action: 'skip', matched_by: null, target_id: null }

const decideUsers: Decide = async ({ database: { read } }, people) => {
  const profiles = new Map(people.map(person => [person, profileOf(person)]))
  const values = [...profiles.values()]
  const distinct = (keys: readonly string[]) => [...new Set(keys)]
  const byKey = await accountsWith(read, 'user_key', distinct(values.flatMap(({ userKey }) => userKey ?? [])))
  const byName = await accountsWith(read, 'username_key', distinct(values.map(({ username }) => nameKey(username))))
  const mails = distinct(values.map(({ email }) => nameKey(email)).filter(email => email !== ''))
  const byMail = (await accountsWith(read, 'email_key', mails)).filter(({ active }) => active === 1)
  const keys = new Map(byKey.filter(isThere).map(({ user_key, id }) => [user_key, id]))
  const names = new Map(byName.filter(isThere).map(({ username_key, id }) => [username_key, id]))
  const mailed = Map.groupBy(byMail, ({ email_key }) => email_key)
  return person => {
    const { userKey, username, email } = profiles.get(person) ?? profileOf(person)
    const ofKey = keys.get(userKey ?? '')
    if (ofKey !== undefined) return { action: 'match', matched_by: 'key', target_id: ofKey }
    const ofName = names.get(nameKey(username))
    if (ofName !== undefined) return { action: 'match', matched_by: 'name', target_id: ofName }
    const [ofMail, ...others] = mailed.get(nameKey(email)) ?? []
    return ofMail && others.length === 0 ? { action: 'match', matched_by: 'email', target_id: ofMail.id } : CREATE
  }
}

const decideGroups: Decide = async ({ database: { read } }, people) => {
  const keyOf = ({ name }: ExportedPerson) => nameKey(groupNameOf(name))
  const groups = new Map((await groupsWith(read, [...new Set(people.map(keyOf))])).map(row => [row.name_key, row.id]))
  return person => {
    const id = groups.get(keyOf(person))
    if (id !== undefined) return { action: 'match', matched_by: 'name', target_id: id }
    return isGroupName(groupNameOf(person.name)) ? CREATE : SKIP
  }
}
