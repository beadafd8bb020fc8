import type { ServerFeature } from '#platform/server/app.ts'
import { entityRoutes } from './entity-routes.ts'
import { formRoutes } from './form-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { migrations } from './migrations.ts'
import { permissionRoutes } from './permission-routes.ts'
import { trustRoutes } from './trust-routes.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** The interface of Atlassian's application links: other applications, and what spaces are linked with there. */
export const applicationLinksFeature: ServerFeature = {
  name: 'application-links',
  migrations,
  messages: { de },
  register(app) {
    linkRoutes(app)
    formRoutes(app)
    entityRoutes(app)
    permissionRoutes(app)
    trustRoutes(app)
  },
}
