/**
 * The search page's address: `/dosearchsite.action?queryString=&cql=&where=&type=&contributor=&lastModified=`, as the old
 * product had it. Both halves read and write it here.
 */
export const SEARCH_PATH = '/dosearchsite.action'

/** What is asked for. Empty texts mean any. */
export interface SearchAddress {
  queryString: string
  /** CQL; the advanced search. Null for the plain one. */
  cql: string | null
  /** Space keys. */
  where: readonly string[]
  types: readonly string[]
  /** User names. */
  contributors: readonly string[]
  lastModified: string
}

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** The old product's words for "last modified", in ours. */
const PERIODS: Readonly<Record<string, string>> = {
  TODAY: '-1d', YESTERDAY: '-2d', LASTDAY: '-1d', LASTTWODAYS: '-2d', LASTWEEK: '-1w', LASTMONTH: '-1M', LASTSIXMONTHS: '-6M',
  LASTYEAR: '-1y', LASTTWOYEARS: '-2y',
}
const PERIOD = /^(?:\d{4}-\d{2}-\d{2}|-\d{1,4}[dwMy])$/
const TYPES = ['page', 'blogpost', 'comment', 'attachment', 'space', 'user']
/** "Everywhere" and the like in the old product's field for the space. */
const EVERYWHERE = /^(?:conf_\w+|)$/
const MOST = 50

/** Reads the address; what it does not know is left out. */
export function readSearchAddress(parameters: Parameters): SearchAddress {
  const text = (name: string) => list(parameters[name])[0] ?? ''
  const several = (name: string) => list(parameters[name]).flatMap(value => value.split(',')).map(value => value.trim()).filter(value => value !== '').slice(0, MOST)
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

/** Writes the address; what is empty is left out. */
export function searchHref(asked: Partial<SearchAddress>): string {
  const parameters = new URLSearchParams()
  if (asked.cql !== undefined && asked.cql !== null) {
    parameters.set('mode', 'cql')
    parameters.set('cql', asked.cql)
  } else {
    if (asked.queryString) parameters.set('queryString', asked.queryString)
    if (asked.where?.length) parameters.set('where', asked.where.join(','))
    if (asked.types?.length) parameters.set('type', asked.types.join(','))
    if (asked.contributors?.length) parameters.set('contributor', asked.contributors.join(','))
    if (asked.lastModified) parameters.set('lastModified', asked.lastModified)
  }
  const text = parameters.toString()
  return text === '' ? SEARCH_PATH : `${SEARCH_PATH}?${text}`
}

/** Whether anything is asked for. */
export function asksForSomething(asked: SearchAddress): boolean {
  if (asked.cql !== null) return asked.cql.trim() !== ''
  return asked.queryString.trim() !== '' || asked.where.length + asked.types.length + asked.contributors.length > 0 || asked.lastModified !== ''
}

/** Results that one call gives. */
export const RESULTS_PER_CALL = 20

/** The query of the plain search's call. The same on both sides, so that what the document carries is found. */
export function siteSearchArguments(asked: SearchAddress) {
  return {
    query: {
      query: asked.queryString,
      ...(asked.where.length > 0 ? { space: [...asked.where] } : {}),
      ...(asked.types.length > 0 ? { type: [...asked.types] } : {}),
      ...(asked.contributors.length > 0 ? { contributor: [...asked.contributors] } : {}),
      ...(asked.lastModified ? { lastModified: asked.lastModified } : {}),
      limit: RESULTS_PER_CALL,
    },
  }
}

/** The query of the advanced search's call. */
export function cqlArguments(cql: string) {
  return { query: { cql, limit: RESULTS_PER_CALL } }
}

function list(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}
