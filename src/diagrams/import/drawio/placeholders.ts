/**
 * `%name%` in labels: looked for in the cell's own data, then in what holds it, then in the file's variables.
 * Source: https://www.drawio.com/doc/faq/placeholders
 */
import { attribute, type Element } from './xml.ts'

/** Values that placeholders may name besides a cell's data. */
export interface FileFacts {
  /** Name of the page, and its place from 1. */
  page: string
  pageNumber: number
  pageCount: number
  /** The file's variables. */
  variables: Readonly<Record<string, string>>
  /** Formulas of labels are typeset. */
  hasMaths?: boolean
}

export const NO_FACTS: FileFacts = { page: '', pageNumber: 1, pageCount: 1, variables: {} }

/** Maximum of ancestors searched; ends cycles. */
const MOST_HOLDERS = 50
const MOST_OF_A_VALUE = 1000
const MOST_OF_A_LABEL = 1_000_000

/** @param holderOf the element around a cell of which another cell is a child, by that cell's element */
export function withPlaceholders(
  outer: Element,
  holderOf: (element: Element) => Element | undefined,
  facts: FileFacts,
): string | undefined {
  const label = attribute(outer, 'label')
  if (label === undefined || attribute(outer, 'placeholders') !== '1') return label
  return label.slice(0, MOST_OF_A_LABEL).replace(/%([\w-]{1,100})%/g, (whole, name: string) => {
    let holder: Element | undefined = outer
    for (let steps = 0; holder && steps < MOST_HOLDERS; steps++) {
      const value = name === 'label' ? undefined : attribute(holder, name)
      if (value !== undefined) return value.slice(0, MOST_OF_A_VALUE)
      holder = holderOf(holder)
    }
    return (ofPage(name, facts) ?? own(facts.variables, name) ?? whole).slice(0, MOST_OF_A_VALUE)
  })
}

function ofPage(name: string, { page, pageNumber, pageCount }: FileFacts): string | undefined {
  return { page, pagenumber: String(pageNumber), pagecount: String(pageCount) }[name]
}

const own = (record: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The variables of an `<mxfile>`: JSON in its attribute `vars`. */
export function variablesOf(root: Element): Record<string, string> {
  try {
    const read: unknown = JSON.parse(attribute(root, 'vars') ?? '{}')
    const entries = typeof read === 'object' && read !== null ? Object.entries(read) : []
    return Object.fromEntries(entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
  } catch {
    return {}
  }
}
