/** Cell that stays first or last. */
export type SortKey = { kind: 'number'; value: number } | { kind: 'text'; value: string } | { kind: 'empty' }

const NUMBER = /^[\s(+-]*[$€£¥]?\s*-?\d[\d\s.,'’]*(?:e[+-]?\d+)?\s*(?:%|[a-z°]{0,4})\)?$/i

/** Sort key of a cell: a number (with separators and unit), an ISO date, or text. */
export function sortKeyOf(text: string): SortKey {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  if (/^\d{4}-\d{2}-\d{2}/.test(trimmed)) return { kind: 'text', value: trimmed }
  if (NUMBER.test(trimmed)) {
    const value = numberIn(trimmed)
    if (value !== undefined) return { kind: 'number', value }
  }
  return { kind: 'text', value: trimmed }
}

function numberIn(text: string): number | undefined {
  const isNegative = /^\s*(?:\(|-)/.test(text)
  const digits = text.replaceAll(/[^\d.,e]/gi, '').replace(/e$/i, '')
  // The last separator is decimal unless it groups three digits.
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const isGroup = last >= 0 && /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) && (digits.match(/[.,]/g)?.length ?? 0) >= 1
  const plain =
    last < 0 || isGroup
      ? digits.replaceAll(/[.,]/g, '')
      : `${digits.slice(0, last).replaceAll(/[.,]/g, '')}.${digits.slice(last + 1)}`
  const value = Number(plain)
  return Number.isFinite(value) ? (isNegative ? -value : value) : undefined
}

const ORDER = { number: 0, text: 1, empty: 2 } as const
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Numbers before text; empty cells last. `direction`: 1 ascending, -1 descending. */
export function compareKeys(a: SortKey, b: SortKey, direction: 1 | -1): number {
  if (a.kind === 'empty' || b.kind === 'empty' || a.kind !== b.kind) {
    const order = ORDER[a.kind] - ORDER[b.kind]
    return a.kind === 'empty' || b.kind === 'empty' ? order : order * direction
  }
  if (a.kind === 'number' && b.kind === 'number') return (a.value - b.value) * direction
  return a.kind === 'text' && b.kind === 'text' ? collator.compare(a.value, b.value) * direction : 0
}
