import type { Translate } from './texts.ts'

/** Errors as data: an English sentence with places for its values, which is the key of its translations. */

/** A text by its key; see {@link ErrorText}. */
export interface Phrase {
  /** English text with `{{named}}` places for the values. */
  key: string
  values?: ErrorValues | undefined
}

/** Value for a place of a text: other texts are translated with it, lists are parted by commas. */
export type ErrorValue = string | number | Phrase | readonly ErrorValue[]
export type ErrorValues = Readonly<Record<string, ErrorValue>>

export interface ErrorText extends Phrase {
  /** Path of the input that is wrong, with or without the part of the request: `title`, `body.email`. */
  field?: string | undefined
  /** Only who wrote the request can act on it (ids, cursors, syntax): people read a text for the status instead. */
  forPrograms?: boolean | undefined
}

/** One error as it goes over the wire. `key` is left out where the text is for programs. */
export interface WireError {
  /**
   * `args` are the values in the order of the key's places; one that is a text is `{ key, args, translation }` itself.
   * `translation` is the English sentence, after its field.
   */
  message: { key?: string; args?: unknown[]; translation?: string }
  field?: string
}

const PLACE = /\{\{(\w+)\}\}/g

/** The English sentence with its values filled in, after `field: ` where it has a field. */
export function sentenceOf({ key, values = {}, field }: ErrorText): string {
  const sentence = inEnglish({ key, values })
  return field === undefined ? sentence : `${field}: ${sentence}`
}

function inEnglish({ key, values = {} }: Phrase): string {
  return key.replaceAll(PLACE, (place, name: string) => String(filled(values[name] ?? place, inEnglish)))
}

function filled(value: ErrorValue, say: (phrase: Phrase) => string): string | number {
  if (typeof value !== 'object') return value
  return 'key' in value ? say(value) : value.map(part => filled(part, say)).join(', ')
}

/** A text and the texts within it, in the language of `t`. */
export function translated(t: Translate, { key, values }: Phrase): string {
  const say = (phrase: Phrase) => translated(t, phrase)
  return t(key, values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value, say)])))
}

/** An error for the wire; see {@link WireError}. */
export function wireError(text: ErrorText): WireError {
  const { key, values = {}, field, forPrograms } = text
  const translation = sentenceOf(text)
  return {
    message: forPrograms ? { args: [], translation } : { key, args: argumentsOf({ key, values }), translation },
    ...(field === undefined ? {} : { field }),
  }
}

function argumentsOf({ key, values = {} }: Phrase): unknown[] {
  return placesIn(key).map(name => argumentOf(values[name] ?? ''))
}

function argumentOf(value: ErrorValue): unknown {
  if (typeof value !== 'object') return value
  if (!('key' in value)) return value.map(argumentOf)
  return { key: value.key, args: argumentsOf(value), translation: inEnglish(value) }
}

/** The values of a key by name, from the list of them on the wire. */
export function valuesOf(key: string, args: readonly unknown[]): Record<string, ErrorValue> {
  return Object.fromEntries(placesIn(key).map((name, index) => [name, valueOf(args[index])]))
}

function valueOf(arg: unknown): ErrorValue {
  if (typeof arg === 'number' || typeof arg === 'string') return arg
  if (Array.isArray(arg)) return arg.map(valueOf)
  const { key, args } = (arg ?? {}) as { key?: unknown; args?: unknown }
  return typeof key === 'string' ? { key, values: valuesOf(key, Array.isArray(args) ? args : []) } : ''
}

/** Text of an error for a person: its text in their language, or one for its status where it has none for people. */
export function readersText(t: Translate, status: number, text: ErrorText | undefined): string {
  if (text === undefined || text.forPrograms) return textOfStatus(t, status)
  const said = translated(t, text)
  // After the name of its field the text continues in lower case.
  return text.field === undefined ? said : said.charAt(0).toUpperCase() + said.slice(1)
}

function textOfStatus(t: Translate, status: number): string {
  if (status === 401) return t('Please log in and try again.')
  if (status === 403) return t('You are not permitted to do this.')
  if (status === 404) return t('This was not found. It may have been moved or deleted, or you may not see it.')
  if (status === 409) return t('Another user has changed this. Reload and try again.')
  if (status === 413) return t('This is too large for the server.')
  if (status === 429) return t('Too many requests. Wait a moment and try again.')
  if (status >= 500) return t('The server could not do this. Try again in a moment.')
  return t('The request was refused ({{status}}).', { status })
}

function placesIn(key: string): string[] {
  return [...key.matchAll(PLACE)].map(([, name = '']) => name)
}
