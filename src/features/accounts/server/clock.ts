import type { App } from '#platform/server/app.ts'

const clock = () => ({ now: (): number => Date.now() })

/** Epoch milliseconds by which sessions, tokens, reset links and the back-off after wrong passwords are judged. */
export function now(app: App): number {
  return app.own(clock).now()
}

/** Sets another clock for one wiki, so that tests need not wait. */
export function setClock(app: App, now: () => number): void {
  app.own(clock).now = now
}
