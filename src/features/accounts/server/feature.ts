import type { App, ServerFeature } from '#platform/server/app.ts'
import { setClock } from './clock.ts'
import { prepareFirstStart } from './first-start.ts'
import { migrations } from './migrations.ts'
import { Authenticator } from './sign-in/authentication.ts'
import { sweepSessions } from './sign-in/sessions.ts'

/** The accounts feature. `options.now` is another clock (epoch milliseconds) for tests. */
export function createAccountsFeature(options: { now?: () => number } = {}): ServerFeature {
  return {
    name: 'accounts',
    migrations,
    register(app: App) {
      if (options.now) setClock(app, options.now)
      const authenticator = new Authenticator(app)
      app.http.authenticateBy(request => authenticator.authenticate(request))
      app.jobs.schedule('accounts.sweep-sessions', '17 * * * *', sweepSessions)
    },
    start: prepareFirstStart,
  }
}

export const accountsFeature: ServerFeature = createAccountsFeature()
