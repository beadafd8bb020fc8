/**
 * Why the server refused, in the reader's language. The server says it in English, which programs read; the English text
 * is the key here too, with places for its values. What is not among the texts stays as the server said it.
 */
import type { Messages } from './i18n.ts'

interface Refusal {
  said: RegExp
  text: string
}

const PLACE = /\{\{(\w+)\}\}/g
/** The field that a message is about stands before it and stays. */
const FIELD = /^(?:[a-zA-Z.]+: )/

let known: readonly Refusal[] = []

/** @param texts as in `i18n/refusals-de.json`: the server's text, its values as `{{name}}`, and the reader's */
export function learnRefusals(texts: Messages): void {
  known = Object.entries(texts).map(([said, text]) => ({ said: patternOf(said), text }))
}

/** What the server said, in the reader's language where there is a text for it. */
export function inReadersWords(said: string): string {
  const field = FIELD.exec(said)?.[0] ?? ''
  return translated(said) ?? (field === '' ? said : field + (translated(said.slice(field.length)) ?? said.slice(field.length)))
}

function translated(said: string): string | undefined {
  for (const refusal of known) {
    const values = refusal.said.exec(said)
    if (values) return refusal.text.replaceAll(PLACE, (_whole, name: string) => values.groups?.[name] ?? '')
  }
  return undefined
}

function patternOf(said: string): RegExp {
  const parts = said.split(PLACE).map((part, index) => (index % 2 === 1 ? `(?<${part}>.*)` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
  return new RegExp(`^${parts.join('')}$`, 's')
}
