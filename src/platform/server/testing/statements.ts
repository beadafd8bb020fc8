import type { CompiledQuery } from 'kysely'
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
