/**
 * Search address of the old product: `/dosearchsite.action?queryString=&cql=&where=&type=&contributor=&lastModified=`.
 */
export const SEARCH_PATH = '/dosearchsite.action'

/** Search parameters. Empty texts mean any. */
export interface SearchAddress {
  queryString: string
  /** CQL of the advanced search; null for the plain one. */
  cql: string | null
  /** Space keys. */
  where: readonly string[]
  types: readonly string[]
  /** User names. */
  contributors: readonly string[]
  lastModified: string
}

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** Old values of `lastModified`. */
const PERIODS: Readonly<Record<string, string>> = {
  TODAY: '-1d',
  YESTERDAY: '-2d',
  LASTDAY: '-1d',
  LASTTWODAYS: '-2d',
  LASTWEEK: '-1w',
  LASTMONTH: '-1M',
  LASTSIXMONTHS: '-6M',
  LASTYEAR: '-1y',
  LASTTWOYEARS: '-2y',
}
const PERIOD = /^(?:\d{4}-\d{2}-\d{2}|-\d{1,4}[dwMy])$/
const TYPES = ['page', 'blogpost', 'comment', 'attachment', 'space', 'user']
/** Old values that mean all spaces. */
const EVERYWHERE = /^(?:conf_\w+|)$/
const MOST = 50

/** Parses the address; unknown values are dropped. */
export function readSearchAddress(parameters: Parameters): SearchAddress {
  const text = (name: string) => list(parameters[name])[0] ?? ''
  const several = (name: string) =>
    list(parameters[name])
      .flatMap(value => value.split(','))
      .map(value => value.trim())
      .filter(value => value !== '')
      .slice(0, MOST)
  const period = PERIODS[text('lastModified').toUpperCase()] ?? text('lastModified')
  const advanced = text('mode') === 'cql' || text('cql').trim() !== ''
  return {
    queryString: text('queryString').slice(0, 1000),
    cql: advanced ? text('cql') : null,
    where: [...several('where'), ...several('spaceKey')].filter(key => !EVERYWHERE.test(key)),
    types: several('type').filter(type => TYPES.includes(type)),
    contributors: several('contributor'),
    lastModified: PERIOD.test(period) ? period : '',
  }
}

/** Builds the address; empty values are dropped. */
export function searchHref(criteria: Partial<SearchAddress>): string {
  const parameters = new URLSearchParams()
  if (criteria.cql !== undefined && criteria.cql !== null) {
    parameters.set('mode', 'cql')
    parameters.set('cql', criteria.cql)
  } else {
    if (criteria.queryString) parameters.set('queryString', criteria.queryString)
    if (criteria.where?.length) parameters.set('where', criteria.where.join(','))
    if (criteria.types?.length) parameters.set('type', criteria.types.join(','))
    if (criteria.contributors?.length) parameters.set('contributor', criteria.contributors.join(','))
    if (criteria.lastModified) parameters.set('lastModified', criteria.lastModified)
  }
  const text = parameters.toString()
  return text === '' ? SEARCH_PATH : `${SEARCH_PATH}?${text}`
}

/** Whether any parameter is set. */
export function hasCriteria(criteria: SearchAddress): boolean {
  if (criteria.cql !== null) return criteria.cql.trim() !== ''
  return (
    criteria.queryString.trim() !== '' ||
    criteria.where.length + criteria.types.length + criteria.contributors.length > 0 ||
    criteria.lastModified !== ''
  )
}

/** Page size. */
export const RESULTS_PER_CALL = 20

/** Arguments of the plain search; shared so that seeded answers match. */
export function siteSearchArguments(criteria: SearchAddress) {
  return {
    query: {
      query: criteria.queryString,
      ...(criteria.where.length > 0 ? { space: [...criteria.where] } : {}),
      ...(criteria.types.length > 0 ? { type: [...criteria.types] } : {}),
      ...(criteria.contributors.length > 0 ? { contributor: [...criteria.contributors] } : {}),
      ...(criteria.lastModified ? { lastModified: criteria.lastModified } : {}),
      limit: RESULTS_PER_CALL,
    },
  }
}

/** Arguments of the advanced search. */
export function cqlArguments(cql: string) {
  return { query: { cql, limit: RESULTS_PER_CALL } }
}

function list(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
