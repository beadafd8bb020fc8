/** Banners by a flag in the page's URL; keys of i18n. */
const BY_FLAG = { linked: 'Diagram Successfully Linked', unlinked: 'Diagram Successfully Unlinked' } as const
/** Unused, as in the old product. */
export const LINKING_FAILED = 'Diagram Linking Failed'

export interface DiagramBanner {
  text: (typeof BY_FLAG)[keyof typeof BY_FLAG] | typeof LINKING_FAILED
  tone: 'success' | 'danger'
}

export const FAILURE: DiagramBanner = { text: LINKING_FAILED, tone: 'danger' }

/** Banner of a URL. @param search its query */
export function bannerIn(search: string): DiagramBanner | undefined {
  const query = new URLSearchParams(search)
  const flag = (Object.keys(BY_FLAG) as (keyof typeof BY_FLAG)[]).find(name => query.get(name) === 'true')
  return flag && { text: BY_FLAG[flag], tone: 'success' }
}
