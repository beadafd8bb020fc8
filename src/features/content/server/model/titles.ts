import { badRequest } from '#platform/server/http/errors.ts'
import { MAX_TITLE_LENGTH } from '../../limits.ts'

/** Folds a title so that lookups ignore case. */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

/**
 * Checks a title and takes off surrounding white space.
 * @throws HttpError 400 when empty, too long, or holding control characters
 */
export function checkTitle(title: string): string {
  const trimmed = title.replace(/\s+/g, ' ').trim()
  if (trimmed === '') throw badRequest('title: a title is required')
  if (trimmed.length > MAX_TITLE_LENGTH) {
    throw badRequest(`title: at most ${MAX_TITLE_LENGTH} characters, this one has ${trimmed.length}`)
  }
  if (/[\u0000-\u001f\u007f\u{e000}-\u{f8ff}]/u.test(trimmed)) throw badRequest('title: control characters are not allowed')
  return trimmed
}
