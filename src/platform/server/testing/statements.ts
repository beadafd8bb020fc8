import { DefaultQueryExecutor, type CompiledQuery } from 'kysely'
import { vi } from 'vitest'
import type { App } from '../app.ts'
import { backgroundWork } from '../background-work.ts'
import { ReadingSqliteAdapter, WritingSqliteAdapter } from '../database/sqlite-driver.ts'
import type { TestWiki } from './harness.ts'

/** Statements of a wiki in its own time, whatever its users do. */
const BACKGROUND = /\b(?:event|event_cursor|job|schedule_slot)\b/

/**
 * Resolves when nothing runs in the background any more: no subscriber, no job, nothing that follows an answer. Each
 * may append events, which give work to the others.
 */
export async function settle({ database, events, jobs, extensions }: App): Promise<void> {
  for (let before: number | undefined; ;) {
    await events.settled()
    await jobs.idle()
    for (const work of extensions.all(backgroundWork)) await work.idle()
    const generation = await database.queryGeneration()
    if (generation === before) return
    before = generation
  }
}

/**
 * The statements, in order, by which a wiki reads its database while `work` runs; without those of what runs in the
 * background.
 */
export async function statementsOf({ app }: TestWiki, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  await settle(app)
  const statements: CompiledQuery[] = []
  const executor = app.database.read.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const note = (query: CompiledQuery) => {
    if (!BACKGROUND.test(query.sql)) statements.push(query)
  }
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(query => {
    note(query)
    return execute(query)
  })
  const prepared = spyOnPrepared(ReadingSqliteAdapter, note)
  try {
    await work()
  } finally {
    prepared.mockRestore()
    spy.mockRestore()
  }
  return statements
}

/**
 * How many of the statements by which a wiki reads while `work` runs repeat an earlier one's SQL: those of work that
 * asks for each row by itself. How many are asked at all depends on what is cached too.
 */
export async function repetitionsOf(wiki: TestWiki, work: () => Promise<unknown>): Promise<number> {
  const asked = await statementsOf(wiki, work)
  return asked.length - new Set(asked.map(query => query.sql)).size
}

/** SQL of the statements of some work, and how many transactions it ran. */
export interface Cost {
  readonly statements: readonly string[]
  readonly commits: number
}

/**
 * All statements and commits from the begin of `work` until nothing runs in the background any more, without those that
 * looking for it takes. Of all wikis in this process, so that no other may run meanwhile.
 */
export async function costUntilSettled({ app }: TestWiki, work: () => Promise<unknown>): Promise<Cost> {
  await settle(app)
  const looking = await costOf(app, () => settle(app))
  const all = await costOf(app, async () => {
    await work()
    await settle(app)
  })
  const statements = [...all.statements]
  for (const sql of looking.statements) {
    const index = statements.lastIndexOf(sql)
    if (index >= 0) statements.splice(index, 1)
  }
  return { statements, commits: all.commits - looking.commits }
}

async function costOf({ database }: App, work: () => Promise<unknown>): Promise<Cost> {
  const statements: string[] = []
  const transaction = vi.spyOn(database, 'transaction')
  try {
    await allStatementsOf(work, ({ sql }) => void statements.push(sql))
    return { statements, commits: transaction.mock.calls.length }
  } finally {
    transaction.mockRestore()
  }
}

/**
 * Every different statement that is executed while `work` runs: of readers, of transactions and of background work, by
 * its SQL. Of all wikis in this process, so that no other may run meanwhile.
 * @param seen is given each statement that is executed, with the feature whose code asks for it, or `platform`
 */
export async function allStatementsOf(
  work: () => Promise<unknown>,
  seen?: (query: CompiledQuery, owner: string) => void,
): Promise<Map<string, CompiledQuery>> {
  const statements = new Map<string, CompiledQuery>()
  const depth = Error.stackTraceLimit
  if (seen) Error.stackTraceLimit = 50
  const note = (query: CompiledQuery) => {
    statements.set(query.sql, query)
    seen?.(query, ownerIn(new Error().stack ?? ''))
  }
  // Inherited, so that both the executor of readers and those of transactions are seen.
  const execute = DefaultQueryExecutor.prototype.executeQuery
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
  ) {
    note(query)
    return execute.call(this, query)
  })
  const prepared = [ReadingSqliteAdapter, WritingSqliteAdapter].map(adapter => spyOnPrepared(adapter, note))
  try {
    await work()
  } finally {
    for (const adapter of prepared) adapter.mockRestore()
    spy.mockRestore()
    Error.stackTraceLimit = depth
  }
  return statements
}

type SqliteAdapterClass = typeof ReadingSqliteAdapter | typeof WritingSqliteAdapter

/** On SQLite, prepared queries do not go through an executor. */
function spyOnPrepared({ prototype }: SqliteAdapterClass, note: (query: CompiledQuery) => void) {
  const execute = prototype.executeQuery
  return vi.spyOn(prototype, 'executeQuery').mockImplementation(function (this: ReadingSqliteAdapter, query) {
    note(query)
    return execute.call(this, query)
  })
}

/** The feature whose code is the innermost of a stack, or the platform, what runs any statement left aside. */
function ownerIn(stack: string): string {
  return /\/src\/(?:features\/([^/]+)|platform\/server\/(?!database\/|testing\/))/.exec(stack)?.[1] ?? 'platform'
}
