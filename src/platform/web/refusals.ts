/**
 * Why the server refused, in words for people. The server says it in English for programs; that text is the key here, with
 * places for its values. English has texts as well, where programs are told of fields, ids and the like.
 */
import type { Messages } from '../texts.ts'

interface Refusal {
  said: RegExp
  text: string
}

const PLACE = /\{\{(\w+)\}\}/g
/** The field that a message is about stands before it; fields have names for programs alone. */
const FIELD = /^[\w.]+: /
/** What a schema says of input that does not fit it, and texts with ids and names that only programs know. */
const FOR_PROGRAMS = /^(?:Invalid (?:input|option|string|number|key in|element)\b|Too (?:big|small): |Unrecognized )|\bid:? ?\d|ContentId|[{}]/

let known: readonly Refusal[] = []

/** @param texts as in `i18n/refusals-de.json`: the server's text, its values as `{{name}}`, and the reader's */
export function learnRefusals(texts: Messages): void {
  known = Object.entries(texts).map(([said, text]) => ({ said: patternOf(said), text }))
}

/**
 * What the server said, in the reader's words: their language where there is a text for it, and without the name of the
 * field. Undefined for what means nothing to people.
 */
export function inReadersWords(said: string): string | undefined {
  const text = said.replace(FIELD, '')
  const known = translated(said) ?? translated(text)
  if (known !== undefined) return known
  if (FOR_PROGRAMS.test(text)) return undefined
  return text === said ? said : text.charAt(0).toUpperCase() + text.slice(1)
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
