import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'

/**
 * Who may do what is remembered this long at most. Changes made by this process count at once (see
 * {@link accessChanged}); those of other machines, and of the command line, after this time.
 */
export const ACCESS_MS = 1000

const generations = new WeakMap<App['database'], number>()

/** Grows with each change to accounts, groups, grants, sessions or tokens that this process made. */
export function accessGeneration(app: Pick<App, 'database'>): number {
  return generations.get(app.database) ?? 0
}

/** To be called in every transaction that changes who may do what: forgets what was remembered when it commits. */
export function accessChanged(app: Pick<App, 'database'>, tx: WriteTransaction): void {
  tx.afterCommit(() => generations.set(app.database, accessGeneration(app) + 1))
}
