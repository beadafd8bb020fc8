import type { LabelWire } from '../contract.ts'

/** Everything that bears the label. */
export function labelHref(label: Pick<LabelWire, 'label'>): string {
  return `/dosearchsite.action?cql=${encodeURIComponent(`label = "${label.label}"`)}`
}

/** Names in what somebody typed: blanks and commas separate them. */
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).map(name => name.trim().toLowerCase()).filter(name => name !== ''))]
}
