/**
 * The statements of one engine as text, in which a change of one shows: sorted, each on separate lines, and independent
 * of the number of values.
 */
export function queryText(statements: Iterable<string>): string {
  const texts = new Set([...statements].map(normalised))
  return [...texts]
    .toSorted()
    .map(text => `${text};\n`)
    .join('\n')
}

const CLAUSE =
  / (?=(?:from|where|left join|inner join|order by|group by|having|limit|offset|returning|on conflict|union all|values|set) )/g

/**
 * Placeholders are `?`, also those of a limit; a list of values is `(…)` and rows of an insert are one, however many
 * there are.
 */
function normalised(sql: string): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\+\?|\$\d+/g, '?')
    .replaceAll(/\blimit \d+/g, 'limit ?')
    .replaceAll(/\((?:\?(?:, \?)*|select value from json_each\(\?\)|select unnest\(\?::bigint\[\]\))\)/g, '(…)')
    .replaceAll(/(\((?:[^()]|\(…\))*\))(?:, \1)+/g, '$1')
    .replaceAll(CLAUSE, '\n  ')
}
