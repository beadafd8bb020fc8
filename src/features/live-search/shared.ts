import { plainWords, quotedCql } from '#features/search/cql-shared.ts'

export const LIVE_SEARCH_MACRO = 'livesearch'

/** Information in the results of a live search besides their title. */
export const ADDITIONAL = ['space name', 'page excerpt', 'none'] as const

/** Scope of a live search, as its macro says. */
export interface LiveSearch {
  /** Undefined for all spaces. */
  readonly spaceKey?: string | undefined
  /** Types of CQL; none for all. */
  readonly types: readonly string[]
  /** Contents with one of these; none for all. */
  readonly labels: readonly string[]
  readonly additional: (typeof ADDITIONAL)[number]
}

/** CQL for what is being typed, whose last word may be a beginning; undefined without a word. */
export function liveSearchCql({ spaceKey, types, labels }: LiveSearch, typed: string): string | undefined {
  const words = plainWords(typed).toLowerCase()
  if (words === '') return undefined
  return [
    `siteSearch ~ "${words}*"`,
    ...(spaceKey === undefined ? [] : [`space = ${quotedCql(spaceKey)}`]),
    ...(types.length === 0 ? [] : [`type in (${types.join(', ')})`]),
    ...(labels.length === 0 ? [] : [`label in (${labels.map(quotedCql).join(', ')})`]),
  ].join(' and ')
}
