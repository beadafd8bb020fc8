import { badRequest } from '#platform/server/http/errors.ts'

export const MAX_KEY_LENGTH = 255
export const MAX_NAME_LENGTH = 255
/** Longest description in characters. */
export const MAX_DESCRIPTION_LENGTH = 10_000

/** Sign with which the key of a personal space begins. */
export const PERSONAL_MARK = '~'

/** Folds a key, so that a space is found however its key is written. */
export function foldKey(key: string): string {
  return key.normalize('NFC').toLowerCase()
}

/** Folds a name for ordering and finding, whatever its case. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** The key of a user's personal space. */
export function personalKey(username: string): string {
  return PERSONAL_MARK + username
}

/**
 * Checks the key of a space for a team: letters and digits of ASCII, as in the old product.
 * @throws HttpError 400 that says what is wrong with it
 */
export function checkKey(key: string): string {
  if (key === '') throw badRequest('a space key is required', { field: 'key' })
  if (key.length > MAX_KEY_LENGTH) {
    throw badRequest('a space key has at most {{most}} characters, this one has {{length}}', {
      field: 'key',
      values: { most: MAX_KEY_LENGTH, length: key.length },
    })
  }
  if (!/^[A-Za-z0-9]+$/.test(key)) {
    throw badRequest('Invalid space key: {{key}}. A space key consists of the letters A to Z and digits only', {
      values: { key },
    })
  }
  return key
}

/**
 * Checks a space's name and takes off surrounding white space.
 * @throws HttpError 400 when it is empty, too long, or holds control characters
 */
export function checkName(name: string): string {
  const trimmed = name.replace(/\s+/g, ' ').trim()
  if (trimmed === '') throw badRequest('a space name is required', { field: 'name' })
  if (trimmed.length > MAX_NAME_LENGTH) {
    throw badRequest('a space name has at most {{most}} characters, this one has {{length}}', {
      field: 'name',
      values: { most: MAX_NAME_LENGTH, length: trimmed.length },
    })
  }
  if (/\p{Cc}/u.test(trimmed)) throw badRequest('control characters are not allowed', { field: 'name' })
  return trimmed
}

/** @throws HttpError 400 when the description is too long or holds what no database takes */
export function checkDescription(description: string): string {
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw badRequest('a description has at most {{most}} characters, this one has {{length}}', {
      field: 'description',
      values: { most: MAX_DESCRIPTION_LENGTH, length: description.length },
    })
  }
  if (description.includes('\0')) throw badRequest('control characters are not allowed', { field: 'description' })
  return description
}
