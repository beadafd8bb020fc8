import type { App } from '#platform/server/app.ts'
import { unrecorded } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import { failureOf, type JiraAccess } from './access.ts'
import { fieldIds, issuesByKey, searchIssues, type FoundIssue, type IssuePage, type IssueSearch } from './search.ts'

/** How long an answer of Jira is shown. */
const FRESH_MS = 60_000
/** After a failure Jira is asked again sooner. */
const AFTER_ERROR = { ttl: 10_000 }
const FIELDS_FRESH_MS = 600_000
const MOST_ISSUES = 5000
const MOST_SEARCHES = 200
/** Issues of one request. */
const MOST_KEYS = 100
/** Single requests at a time. */
const AT_ONCE = 5
/** Wait for further issues of the same page, milliseconds. */
const GATHER_MS = 20

export type Outcome<T> = { readonly value: T } | { readonly error: HttpError }

/** Something that Jira was asked for. */
export interface Asked<T> {
  /** Never rejects. */
  readonly answer: Promise<Outcome<T>>
  /** The answer, once it is there. */
  outcome: Outcome<T> | undefined
}

/** Issues that will be asked for together, by their keys. */
interface Gathered {
  readonly access: JiraAccess
  readonly keys: Map<string, (outcome: Outcome<FoundIssue | undefined>) => void>
}

/** Answers of Jira. Each key begins with the rights of the reader whom the answer was for. */
function caches() {
  return {
    issues: recentlyUsed<string, Asked<FoundIssue | undefined>>(MOST_ISSUES, { ttl: FRESH_MS }),
    searches: recentlyUsed<string, Asked<unknown>>(MOST_SEARCHES, { ttl: FRESH_MS }),
    gathered: new Map<string, Gathered>(),
  }
}

/** Forgets all answers of Jira. */
export function clearIssues(app: App): void {
  const { issues, searches } = app.own(caches)
  issues.clear()
  searches.clear()
}

/** An issue that was asked for already, lately and with the same rights. */
export function knownIssue(app: App, { rights }: JiraAccess, key: string): Asked<FoundIssue | undefined> | undefined {
  return app.own(caches).issues.get(`${rights} ${key}`)
}

/** Issue by its key; undefined where there is none for the reader. Those of a page are asked for together. */
export function issueOf(app: App, access: JiraAccess, key: string): Asked<FoundIssue | undefined> {
  const before = knownIssue(app, access, key)
  if (before) return before
  const { issues, gathered } = app.own(caches)
  const { promise, resolve } = Promise.withResolvers<Outcome<FoundIssue | undefined>>()
  const asked = settling(promise, () => issues.set(`${access.rights} ${key}`, asked, AFTER_ERROR))
  issues.set(`${access.rights} ${key}`, asked)
  let waiting = gathered.get(access.rights)
  if (!waiting) {
    waiting = { access, keys: new Map() }
    gathered.set(access.rights, waiting)
    unrecorded(() => setTimeout(() => void askGathered(app, access.rights), GATHER_MS))
  }
  waiting.keys.set(key, resolve)
  return asked
}

async function askGathered(app: App, rights: string): Promise<void> {
  const { gathered } = app.own(caches)
  const waiting = gathered.get(rights)
  gathered.delete(rights)
  if (!waiting) return
  const keys = [...waiting.keys.keys()]
  for (let from = 0; from < keys.length; from += MOST_KEYS) {
    const portion = keys.slice(from, from + MOST_KEYS)
    const outcomes = await outcomesOf(app, waiting.access, portion)
    for (const key of portion) waiting.keys.get(key)?.(outcomes.get(key) ?? { value: undefined })
  }
}

/** Issues by key. Where Jira refuses several keys, each is asked for alone. */
async function outcomesOf(
  app: App,
  access: JiraAccess,
  keys: readonly string[],
): Promise<Map<string, Outcome<FoundIssue | undefined>>> {
  const outcome = await outcomeOf(app, access, () => issuesByKey(access, keys))
  if ('value' in outcome) {
    const [only] = keys
    const isAlone = keys.length === 1 && outcome.value.length === 1
    // An issue that was moved answers to its old key, by its new one.
    const found = new Map<string, Outcome<FoundIssue | undefined>>(
      outcome.value.map(issue => [isAlone && only !== undefined ? only : issue.key, { value: issue }]),
    )
    const moved = outcome.value.some(({ key }) => !keys.includes(key)) ? keys.filter(key => !found.has(key)) : []
    return isAlone ? found : new Map([...found, ...(await oneByOne(app, access, moved))])
  }
  if (outcome.error.status !== 400 || keys.length === 1) return new Map(keys.map(key => [key, outcome]))
  return oneByOne(app, access, keys)
}

async function oneByOne(
  app: App,
  access: JiraAccess,
  keys: readonly string[],
): Promise<Map<string, Outcome<FoundIssue | undefined>>> {
  const all = new Map<string, Outcome<FoundIssue | undefined>>()
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const portion = keys.slice(from, from + AT_ONCE)
    for (const single of await Promise.all(portion.map(key => outcomesOf(app, access, [key]))))
      for (const [key, outcome] of single) all.set(key, outcome)
  }
  return all
}

/** A page of a search. */
export function pageOfIssues(app: App, access: JiraAccess, search: IssueSearch): Asked<IssuePage> {
  const key = `search ${JSON.stringify(search)}`
  return shared(app, access, key, async () => {
    const { start, limit } = search
    if (access.application.deployment !== 'cloud' || start === 0) return searchIssues(access, search)
    const before = await pageOfIssues(app, access, { ...search, start: Math.max(0, start - limit) }).answer
    if ('error' in before) throw before.error
    return searchIssues(access, search, before.value)
  })
}

/** {@link pageOfIssues} as far as it was asked for already. */
export function knownPage(app: App, access: JiraAccess, search: IssueSearch): Asked<IssuePage> | undefined {
  return known(app, access, `search ${JSON.stringify(search)}`)
}

/** {@link fieldIds} */
export function fieldsOf(app: App, access: JiraAccess): Asked<ReadonlyMap<string, string>> {
  return shared(app, access, 'fields', () => fieldIds(access), FIELDS_FRESH_MS)
}

export function known<T>(app: App, { rights }: JiraAccess, key: string): Asked<T> | undefined {
  return app.own(caches).searches.get(`${rights} ${key}`) as Asked<T> | undefined
}

/** Something that Jira was asked for lately with these rights, or is asked for now. @param key names it and its type */
export function shared<T>(app: App, access: JiraAccess, key: string, ask: () => Promise<T>, ttl = FRESH_MS): Asked<T> {
  const before = known<T>(app, access, key)
  if (before) return before
  const { searches } = app.own(caches)
  const name = `${access.rights} ${key}`
  const asked = settling(
    unrecorded(() => outcomeOf(app, access, ask)),
    () => searches.set(name, asked, AFTER_ERROR),
  )
  searches.set(name, asked, { ttl })
  return asked
}

function settling<T>(answer: Promise<Outcome<T>>, onError: () => void): Asked<T> {
  const asked: Asked<T> = { answer, outcome: undefined }
  void answer.then(outcome => {
    asked.outcome = outcome
    if ('error' in outcome) onError()
  })
  return asked
}

async function outcomeOf<T>(app: App, access: JiraAccess, ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await ask() }
  } catch (error) {
    if (error instanceof HttpError) return { error: failureOf(access, error) }
    app.log.error({ err: error }, 'Issues of Jira could not be read')
    return { error: new HttpError(500, 'Internal error', { forPrograms: true, cause: error }) }
  }
}

/** The answer if it comes within a time, milliseconds; with 0, only one that is there already. */
export async function within<T>({ answer, outcome }: Asked<T>, ms: number): Promise<Outcome<T> | undefined> {
  if (outcome !== undefined || ms === 0) return outcome
  const ended = new AbortController()
  const timeout = new Promise<undefined>(resolve => {
    const timer = setTimeout(resolve, ms, undefined)
    ended.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    ended.abort()
  }
}
