export { spacesFeature } from './feature.ts'
export {
  homePageChecks,
  spaceCreationSteps,
  spaceDeletionSteps,
  spaceExpansions,
  spaceFilters,
  type SpaceDeletionStep,
  type SpaceExpansion,
  type SpaceFilter,
} from './extensions.ts'
export { checkKey, foldKey, foldName, personalKey, PERSONAL_MARK } from './keys.ts'
export { spaceChooser } from './chooser.ts'
export { directoryPage } from './routes/directory.ts'
export { importStars, starredBy } from './store/favourites.ts'
export { NOT_FOR_ANONYMOUS, type Change, type Mode, type Subject } from './grants/grants.ts'
export { createSpace, type NewSpace } from './life/create.ts'
export { importSpace, openImportedSpace, type ImportedGrant } from './life/import.ts'
export { countSpaces, spacesByName } from './store/lists.ts'
export { mayInSpace, OLD_PERMISSION_NAMES, permissionsIn, type SpacePermission } from './permissions.ts'
export { grantsOf, spacePresent, spacesWith, spaceVisible } from './store/visibility.ts'
export { requireAdministeredSpace } from './policies.ts'
export {
  clearHomePages,
  existingSpace,
  findSpace,
  noSpace,
  requireSpace,
  setHomePage,
  spaceOfKey,
  spaceRow,
  spacesById,
  type Space,
} from './store.ts'
export type { SpaceTable } from './tables.ts'
export { spacePath, spaceWires, type SpaceWire } from './wire.ts'
