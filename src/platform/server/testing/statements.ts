import { DefaultQueryExecutor, type CompiledQuery } from 'kysely'
import { vi } from 'vitest'
import type { TestWiki } from './harness.ts'

/** What a wiki asks in its own time, whatever its users do. */
const BACKGROUND = /\b(?:event|event_cursor|job|schedule_slot)\b/

/** The statements, in order, by which a wiki reads its database while `work` runs; without those of what runs in the background. */
export async function statementsOf({ app }: TestWiki, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  await app.events.settled()
  await app.jobs.idle()
  const statements: CompiledQuery[] = []
  const executor = app.database.read.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const spy = vi.spyOn(executor, 'executeQuery').mockImplementation(query => {
    if (!BACKGROUND.test(query.sql)) statements.push(query)
    return execute(query)
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return statements
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
  // Inherited, so that both the executor of readers and those of transactions are seen.
  const execute = DefaultQueryExecutor.prototype.executeQuery
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (
    this: DefaultQueryExecutor,
    query,
  ) {
    statements.set(query.sql, query)
    seen?.(query, ownerIn(new Error().stack ?? ''))
    return execute.call(this, query)
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
    Error.stackTraceLimit = depth
  }
  return statements
}

/** The feature whose code is the innermost of a stack, or the platform, what runs any statement left aside. */
function ownerIn(stack: string): string {
  return /\/src\/(?:features\/([^/]+)|platform\/server\/(?!database\/|testing\/))/.exec(stack)?.[1] ?? 'platform'
}
