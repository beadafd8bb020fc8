export { spaceSettingsFeature } from './feature.ts'
export { SPACE_SETTINGS, spaceSettingsHref } from '../areas.ts'
