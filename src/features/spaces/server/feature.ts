import type { ServerFeature } from '#platform/server/app.ts'
import { doctorChecks } from '#platform/server/doctor.ts'
import { frameFacts } from '#platform/server/http/document.ts'
import { spaceChecks } from './doctor.ts'
import { resumeDeletions, spaceDeletionJob } from './life/delete.ts'
import { spaceExpansions } from './extensions.ts'
import { permissionsExpansion } from './grants/expansion.ts'
import { migrations } from './migrations.ts'
import { mayCreateSomewhere } from './permissions.ts'
import { directoryRoutes } from './routes/directory.ts'
import { logoRoutes } from './routes/logo.ts'
import { permissionRoutes } from './routes/permissions.ts'
import { propertyRoutes } from './routes/properties.ts'
import { spaceRoutes } from './routes/spaces.ts'
import { spaceScreens } from './screens.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Spaces: who may do what in them, their permissions, properties and life. */
export const spacesFeature: ServerFeature = {
  name: 'spaces',
  messages: { de, en },
  migrations,
  register(app) {
    app.extensions.add(spaceExpansions, permissionsExpansion)
    app.extensions.add(doctorChecks, ...spaceChecks)
    app.extensions.add(frameFacts, async ctx => ({ can: { createContent: await mayCreateSomewhere(ctx) } }))
    app.jobs.define(spaceDeletionJob)
    spaceRoutes(app)
    permissionRoutes(app)
    propertyRoutes(app)
    directoryRoutes(app)
    logoRoutes(app)
    spaceScreens(app)
  },
  start: resumeDeletions,
}
