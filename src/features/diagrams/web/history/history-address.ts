import { diagramAddress, VIEWER_PATH } from '../../names.ts'
import type { ViewAddress } from '../../view-address.ts'

/** The diagram that the viewer shows, whatever version and whatever beside it. */
export type HistoryPlace = Pick<ViewAddress, 'pageId' | 'name' | 'from'>

const plain = ({ pageId, name, from }: HistoryPlace) => ({ pageId: from, ceoid: pageId, name })

/** The viewer without the versions. */
export function viewerHref(place: HistoryPlace): string {
  return diagramAddress(VIEWER_PATH, plain(place))
}

/** A version, default the newest, beside all versions. */
export function versionHref(place: HistoryPlace, version?: number): string {
  return diagramAddress(VIEWER_PATH, { ...plain(place), history: true, ...(version === undefined ? {} : { version }) })
}

/** Address of the comparison of two versions, in whichever order they are given. */
export function comparisonHref(place: HistoryPlace, one: number, other: number): string {
  return diagramAddress(VIEWER_PATH, {
    ...plain(place),
    history: true,
    version: Math.max(one, other),
    compare: Math.min(one, other),
  })
}
