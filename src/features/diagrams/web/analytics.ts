import { track } from '#platform/web/tracking.ts'
import { ANALYTICS_OFF_META, ANALYTICS_PROPERTY_META, type VIEWER_EVENTS } from '../analytics-shared.ts'

type ViewerEvent = (typeof VIEWER_EVENTS)[keyof typeof VIEWER_EVENTS]

/** Records an action of the viewer, where the document presets the property and that reads false. */
export function trackViewer(name: ViewerEvent, diagram: string): void {
  const meta = (of: string) => document.querySelector<HTMLMetaElement>(`meta[name="${of}"]`)?.content
  if (meta(ANALYTICS_PROPERTY_META) !== undefined && meta(ANALYTICS_OFF_META) === 'false') track(name, { diagram })
}
