import { meta } from '#platform/web/session.ts'
import { DARK_FEATURES_META, type DarkFeature } from '../shared.ts'

/** Whether a part of the feature was on when the document was made. */
export function isOn(name: DarkFeature): boolean {
  return meta(DARK_FEATURES_META)?.split(',').includes(name) ?? true
}
