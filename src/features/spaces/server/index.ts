import type { ServerFeature } from '#platform/server/app.ts'
import { migrations } from './migrations.ts'

export { createPersonalSpace, createSpace, type NewSpace } from './create.ts'
export {
  homePageChecks, spaceCreationSteps, spaceDeletionSteps, spaceExpansions, spaceFilters,
  type SpaceDeletionStep, type SpaceExpansion, type SpaceFilter,
} from './extensions.ts'
export {
  grantsOf, mayInSpace, permissionsIn, SPACE_PERMISSIONS, spacePresent, spacesWith, spaceVisible, type SpacePermission,
} from './permissions.ts'
export { findSpace, noSpace, requireSpace, setHomePage, spacesById, type Space } from './store.ts'
export type { SpaceTable } from './tables.ts'
export { spacePath, spaceRestPath, spaceWire, spaceWires, type SpaceWire } from './wire.ts'

/** Spaces: who may do what in them, their permissions, properties and life. */
export const spacesFeature: ServerFeature = {
  name: 'spaces',
  migrations,
  register() {},
}
