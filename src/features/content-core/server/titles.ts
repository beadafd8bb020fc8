import { badRequest } from '#platform/server/http/errors.ts'
import { MAX_TITLE_LENGTH } from '../shared.ts'

/** Folds a title so that lookups ignore case. */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

/**
 * The key of the title that an address, a link or a caller means: its white space counts as that of stored titles does.
 */
export function meantTitleKey(title: string): string {
  return titleKey(tidied(title))
}

/** A title that was made of another one, cut to what a title holds, never within a character. */
export function cutTitle(title: string): string {
  const cut = title.slice(0, MAX_TITLE_LENGTH)
  return tidied(cut.isWellFormed() ? cut : cut.slice(0, -1))
}

/** Characters that no title holds. */
const FORBIDDEN = /[\u0000-\u001f\u007f\u{e000}-\u{f8ff}]/u

/** A title of another wiki as one that is allowed here: {@link cutTitle} without what no title holds; may be empty. */
export function allowedTitle(title: string): string {
  return cutTitle(title.replaceAll(new RegExp(FORBIDDEN, 'gu'), '').toWellFormed())
}

function tidied(title: string): string {
  return title.replace(/\s+/g, ' ').trim()
}

/**
 * Checks a title and takes off surrounding white space.
 * @throws HttpError 400 when empty, too long, or holding control characters
 */
export function checkTitle(title: string): string {
  const trimmed = tidied(title)
  if (trimmed === '') throw badRequest('a title is required', { field: 'title' })
  if (trimmed.length > MAX_TITLE_LENGTH) {
    throw badRequest('at most {{most}} characters, this one has {{length}}', {
      field: 'title',
      values: { most: MAX_TITLE_LENGTH, length: trimmed.length },
    })
  }
  if (FORBIDDEN.test(trimmed))
    throw badRequest('control characters are not allowed', {
      field: 'title',
    })
  return trimmed
}
