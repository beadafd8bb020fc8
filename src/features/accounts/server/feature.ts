import type { App, ServerFeature } from '#platform/server/app.ts'
import { frameFacts } from '#platform/server/http/document.ts'
import { degradations } from '#platform/server/http/health.ts'
import { followAccess } from './access.ts'
import { setClock } from './clock.ts'
import { prepareFirstStart } from './first-start.ts'
import { accountFacts } from './frame.ts'
import { groupRoutes } from './groups/routes.ts'
import { migrations } from './migrations.ts'
import { formStyleRoute } from './form-page.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { oldProfileCalls } from './profile/old-calls.ts'
import { profileRoutes } from './profile/routes.ts'
import { RESET_JOB, runResetMail } from './reset/reset.ts'
import { resetRoutes } from './reset/routes.ts'
import { Authenticator } from './sign-in/authentication.ts'
import { accountScreens } from './screens/screens.ts'
import { elevationRoutes } from './sign-in/elevation.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import { sweepSessions } from './sign-in/sessions.ts'
import { unsavedSessions } from './sign-in/unsaved-sessions.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { userAdminRoutes } from './users/admin-routes.ts'
import { DELETE_JOB, runDelete } from './users/changes.ts'
import { userRoutes } from './users/routes.ts'
import de from '../i18n/de.json' with { type: 'json' }
import formsDe from '../i18n/forms.de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

const createAuthenticator = (app: App): Authenticator => new Authenticator(app)

/** The accounts feature. `options.now` is another clock (epoch milliseconds) for tests. */
export function createAccountsFeature(options: { now?: () => number } = {}): ServerFeature {
  return {
    name: 'accounts',
    messages: { de: { ...de, ...formsDe }, en },
    migrations,
    register(app: App) {
      if (options.now) setClock(app, options.now)
      followAccess(app)
      const authenticator = app.own(createAuthenticator)
      app.http.authenticateBy(request => authenticator.authenticate(request))
      app.extensions.add(frameFacts, accountFacts(app))
      const unsaved = unsavedSessions(app)
      app.extensions.add(degradations, () => {
        const { size } = unsaved
        return size === 0 ? undefined : `sessions are kept in memory, since they could not be stored: ${size}`
      })
      formStyleRoute(app)
      signInRoutes(app, authenticator)
      elevationRoutes(app, authenticator)
      sessionRoutes(app, authenticator)
      resetRoutes(app)
      userRoutes(app)
      userAdminRoutes(app)
      groupRoutes(app)
      permissionRoutes(app)
      tokenRoutes(app)
      profileRoutes(app, authenticator)
      oldProfileCalls(app)
      accountScreens(app)
      app.jobs.define({ kind: DELETE_JOB, run: runDelete })
      app.jobs.define({ kind: RESET_JOB, class: 'prompt', run: runResetMail })
      app.jobs.schedule('accounts.sweep-sessions', '17 * * * *', sweepSessions)
    },
    async start(app) {
      await app.own(createAuthenticator).throttle.load()
      await prepareFirstStart(app)
    },
  }
}

export const accountsFeature: ServerFeature = createAccountsFeature()
