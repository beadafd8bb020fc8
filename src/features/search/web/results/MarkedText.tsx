import type { Marked } from '../../marks-shared.ts'

export function MarkedText({ parts }: { parts: Marked }) {
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))
}
