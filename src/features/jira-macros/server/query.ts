import type { MacroInvocation } from '#language/index.ts'
import { targetOf, type JiraTarget } from '../addresses-shared.ts'
import { keysQuery } from '../shared.ts'

/** Parameters of a macro by which it says what it shows. */
export interface QueryParameters {
  readonly key?: string | undefined
  readonly jqlQuery?: string | undefined
}

/** The issue, search or address that a macro shows. */
export interface MacroTarget {
  /** Undefined where the macro names nothing. */
  readonly target: JiraTarget | undefined
  /** The address by which the macro names it, and with it the site. */
  readonly url: string | undefined
}

/** A key comes before a query; several keys are a query. */
export function macroTarget({ key = '', jqlQuery = '' }: QueryParameters): MacroTarget {
  const keys = key.split(',').map(each => targetOf(each))
  const named = keys.flatMap(each => (each?.kind === 'issue' ? each.key : []))
  if (named.length > 1 && named.length === keys.length)
    return { target: { kind: 'search', jql: keysQuery(named) }, url: undefined }
  const text = key.trim() === '' ? jqlQuery.trim() : key.trim()
  return { target: targetOf(text), url: /^https?:\/\//i.test(text) ? text : undefined }
}

/** Whether a macro is a part of a line: a single issue, or the number of issues. */
export function isInLine({ parameters }: MacroInvocation): boolean {
  if (parameters['count']?.trim().toLowerCase() === 'true') return true
  const key = parameters['key'] ?? parameters['']
  const { target } = macroTarget({
    key,
    jqlQuery: parameters['jqlQuery'] ?? parameters['jql'] ?? parameters['url'],
  })
  return target === undefined || target.kind !== 'search'
}
