/** What a page says of its diagrams when it is come to with one of these in its address; keys of i18n. */
const BY_FLAG = { linked: 'Diagram Successfully Linked', unlinked: 'Diagram Successfully Unlinked' } as const
/** Nothing asks for it: what the old product has in store as well. */
export const LINKING_FAILED = 'Diagram Linking Failed'

export interface DiagramBanner {
  text: (typeof BY_FLAG)[keyof typeof BY_FLAG] | typeof LINKING_FAILED
  tone: 'success' | 'danger'
}

export const FAILURE: DiagramBanner = { text: LINKING_FAILED, tone: 'danger' }

/** The banner that an address asks for. @param search query of the address, as it stands in it */
export function bannerIn(search: string): DiagramBanner | undefined {
  const query = new URLSearchParams(search)
  const flag = (Object.keys(BY_FLAG) as (keyof typeof BY_FLAG)[]).find(name => query.get(name) === 'true')
  return flag && { text: BY_FLAG[flag], tone: 'success' }
}
