import type { App } from '#platform/server/app.ts'

const clocks = new WeakMap<App['database'], () => number>()

/** Epoch milliseconds by which sessions, tokens, reset links and the back-off after wrong passwords are judged. */
export function now(app: Pick<App, 'database'>): number {
  return (clocks.get(app.database) ?? Date.now)()
}

/** Sets another clock for one wiki, so that tests need not wait. */
export function setClock(app: Pick<App, 'database'>, clock: () => number): void {
  clocks.set(app.database, clock)
}
