import { accountBelongings, now, tokenIssuers } from '#features/accounts/server/index.ts'
import { MCP_PATH } from '#features/mcp/shared.ts'
import type { App, ServerFeature } from '#platform/server/app.ts'
import { ACCESS_PREFIX, findAccess } from './connections.ts'
import { consentRoutes } from './consent.ts'
import { mayAgentsConnect } from './enabled.ts'
import { challengeOf } from './metadata.ts'
import { migrations } from './migrations.ts'
import { programRoutes } from './program-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { deleteConnectionsOf, deleteExpired } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }
import formsDe from '../i18n/forms.de.json' with { type: 'json' }

/**
 * OAuth 2.1 for agents, as the authorization of the Model Context Protocol asks for it: they register, a user allows
 * them, and they get tokens that the call for agents alone accepts.
 */
export const agentAccessFeature: ServerFeature = {
  name: 'agent-access',
  messages: { de: { ...de, ...formsDe } },
  migrations,
  register(app) {
    app.extensions.add(tokenIssuers, {
      prefix: ACCESS_PREFIX,
      path: MCP_PATH,
      challenge: () => (mayAgentsConnect(app) ? challengeOf(app) : undefined),
      find: hash => findAccess(app, hash),
    })
    app.extensions.add(accountBelongings, deleteConnectionsOf)
    programRoutes(app)
    consentRoutes(app)
    settingsRoutes(app)
    app.jobs.schedule('agent-access.sweep', '37 * * * *', sweep)
  },
}

/** Removes what has ended. */
export async function sweep(app: App): Promise<void> {
  await app.database.transaction(tx => deleteExpired(tx, now(app)), { invalidates: false })
}
