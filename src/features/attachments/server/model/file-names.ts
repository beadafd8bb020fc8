import { badRequest } from '#platform/server/http/errors.ts'

/** As of titles. Some systems save fewer bytes of a name; their browsers shorten it. */
const MAX_NAME_LENGTH = 255

/** The name that a caller means: the last part of whatever path was sent, in Unicode NFC, without blanks around it. */
export function fileNameOf(given: string): string {
  return (given.normalize('NFC').split(/[/\\]/).at(-1) ?? '').trim()
}

/** Control characters, and marks of writing direction: those make `gpj.exe` look like `exe.jpg`. */
const FORBIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** A name of another wiki as one that is allowed here; undefined where nothing is left of it. */
export function allowedFileName(given: string): string | undefined {
  const name = fileNameOf(given.toWellFormed().replaceAll(new RegExp(FORBIDDEN, 'gu'), ''))
  return isName(name) ? name.slice(-MAX_NAME_LENGTH).toWellFormed() : undefined
}

function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..'
}

/**
 * The name under which a file is stored.
 * @throws HttpError 400 that says what is wrong with it
 */
export function checkFileName(given: string): string {
  const name = fileNameOf(given)
  if (name === '') throw badRequest('a file name is required', { field: 'filename' })
  if (!isName(name))
    throw badRequest('"{{name}}" is not a file name', {
      field: 'filename',
      values: { name },
    })
  if (!name.isWellFormed()) throw badRequest('is not valid Unicode', { field: 'filename' })
  if (FORBIDDEN.test(name))
    throw badRequest('control characters are not allowed', {
      field: 'filename',
    })
  if (name.length > MAX_NAME_LENGTH)
    throw badRequest('at most {{most}} characters, this one has {{length}}', {
      field: 'filename',
      values: { most: MAX_NAME_LENGTH, length: name.length },
    })
  return name
}
