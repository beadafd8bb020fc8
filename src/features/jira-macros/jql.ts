/** The parts of JQL that the wiki reads and changes: the order at its end. */

/** Position of the `ORDER BY` clause, outside of quoted texts; the length of the query if it has none. */
function orderPosition(jql: string): number {
  let quote = ''
  for (let at = 0; at < jql.length; at++) {
    const character = jql.charAt(at)
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") {
      quote = character
    } else if (
      /\border\s{1,20}by\b/iy.test(jql.slice(at, at + 40)) &&
      (at === 0 || /[\s)"']/.test(jql.charAt(at - 1)))
    ) {
      return at
    }
  }
  return jql.length
}

/** The conditions of a query, without its order. */
export function conditionsOf(jql: string): string {
  return jql.slice(0, orderPosition(jql)).trim()
}

/** The query with another order. */
export function orderedBy(jql: string, field: string, direction: 'asc' | 'desc'): string {
  return `${conditionsOf(jql)} ORDER BY ${field} ${direction.toUpperCase()}`.trim()
}

/** The query with a further condition, and its order. */
export function restricted(jql: string, condition: string): string {
  const conditions = conditionsOf(jql)
  return conditions === '' ? condition : `(${conditions}) AND ${condition}`
}
