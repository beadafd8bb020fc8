import type { Translate } from './texts.ts'

/** Errors as data: an English sentence with places for its values, which is the key of its translations. */

export interface ErrorText {
  /** English sentence with `{{named}}` places for the values. */
  key: string
  values?: Readonly<Record<string, string | number>> | undefined
  /** Path of the input that is wrong, with or without the part of the request: `title`, `body.email`. */
  field?: string | undefined
  /** Only who wrote the request can act on it (ids, cursors, syntax): people read a text for the status instead. */
  forPrograms?: boolean | undefined
}

/** One error as it goes over the wire. `key` is left out where the text is for programs. */
export interface WireError {
  /** `args` are the values in the order of the key's places; `translation` is the English sentence, after its field. */
  message: { key?: string; args?: unknown[]; translation?: string }
  field?: string
}

const PLACE = /\{\{(\w+)\}\}/g

/** The English sentence with its values filled in, after `field: ` where it has a field. */
export function sentenceOf({ key, values = {}, field }: ErrorText): string {
  const sentence = key.replaceAll(PLACE, (place, name: string) => String(values[name] ?? place))
  return field === undefined ? sentence : `${field}: ${sentence}`
}

/** An error for the wire; see {@link WireError}. */
export function wireError(text: ErrorText): WireError {
  const { key, values = {}, field, forPrograms } = text
  const translation = sentenceOf(text)
  return {
    message: forPrograms
      ? { args: [], translation }
      : { key, args: placesIn(key).map(name => values[name] ?? ''), translation },
    ...(field === undefined ? {} : { field }),
  }
}

/** The values of a key by name, from the list of them on the wire. */
export function valuesOf(key: string, args: readonly unknown[]): Record<string, string | number> {
  return Object.fromEntries(
    placesIn(key).map((name, index) => {
      const value = args[index]
      return [name, typeof value === 'number' || typeof value === 'string' ? value : '']
    }),
  )
}

/** What a person reads of an error: its text in their language, or one for its status where it has none for people. */
export function readersText(t: Translate, status: number, text: ErrorText | undefined): string {
  if (text === undefined || text.forPrograms) return textOfStatus(t, status)
  const said = t(text.key, text.values)
  // After the name of its field the text goes on in small letters.
  return text.field === undefined ? said : said.charAt(0).toUpperCase() + said.slice(1)
}

function textOfStatus(t: Translate, status: number): string {
  if (status === 401) return t('Please log in and try again.')
  if (status === 403) return t('You are not permitted to do this.')
  if (status === 404) return t('This was not found. It may have been moved or deleted, or you may not see it.')
  if (status === 409) return t('Somebody else changed this in the meantime. Reload and try again.')
  if (status === 413) return t('This is too large for the server.')
  if (status === 429) return t('Too many requests. Wait a moment and try again.')
  if (status >= 500) return t('The server could not do this. Try again in a moment.')
  return t('The request was refused ({{status}}).', { status })
}

function placesIn(key: string): string[] {
  return [...key.matchAll(PLACE)].map(([, name = '']) => name)
}
