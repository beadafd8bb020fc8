import type { ServerFeature } from '#platform/server/app.ts'
import { doctorChecks } from '#platform/server/doctor.ts'
import { spaceChecks } from './doctor.ts'
import { resumeDeletions, spaceDeletionJob } from './life/delete.ts'
import { spaceExpansions } from './extensions.ts'
import { permissionsExpansion } from './grants/expansion.ts'
import { frameFacts } from '#platform/server/http/document.ts'
import { migrations } from './migrations.ts'
import { mayCreateSomewhere } from './permissions.ts'
import { directoryRoutes } from './routes/directory.ts'
import { logoRoutes } from './routes/logo.ts'
import { spaceScreens } from './screens.ts'
import { permissionRoutes } from './routes/permissions.ts'
import { propertyRoutes } from './routes/properties.ts'
import { spaceRoutes } from './routes/spaces.ts'

export {
  homePageChecks, spaceCreationSteps, spaceDeletionSteps, spaceExpansions, spaceFilters,
  type SpaceDeletionStep, type SpaceExpansion, type SpaceFilter,
} from './extensions.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
export { foldKey, foldName } from './keys.ts'
export { spaceChooser } from './chooser.ts'
export { directoryPage } from './routes/directory.ts'
export { starredBy } from './favourites.ts'
export { type Change, type Mode, type Subject } from './grants/grants.ts'
export { createSpace, type NewSpace } from './life/create.ts'
export { grantsOf, mayInSpace, permissionsIn, spacePresent, spacesWith, spaceVisible, type SpacePermission } from './permissions.ts'
export { requireAdministeredSpace } from './policies.ts'
export { clearHomePages, findSpace, noSpace, requireSpace, setHomePage, spacesById, type Space } from './store.ts'
export type { SpaceTable } from './tables.ts'
export { spacePath, spaceWires, type SpaceWire } from './wire.ts'

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
