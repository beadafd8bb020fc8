import type { Marked } from './shown.ts'

/** A text with what was looked for marked in it. */
export function MarkedText({ parts }: { parts: Marked }) {
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))
}
