import { badRequest } from '#platform/server/http/errors.ts'

/** As of titles. Some systems save fewer bytes of a name; their browsers shorten it. */
const MAX_NAME_LENGTH = 255

/** The name that a caller means: the last part of whatever path was sent, in Unicode NFC, without blanks around it. */
export function fileNameOf(given: string): string {
  return (given.normalize('NFC').split(/[/\\]/).at(-1) ?? '').trim()
}

/**
 * The name under which a file is stored.
 * @throws HttpError 400 that says what is wrong with it
 */
export function checkFileName(given: string): string {
  const name = fileNameOf(given)
  if (name === '') throw badRequest('a file name is required', { field: 'filename' })
  if (name === '.' || name === '..')
    throw badRequest('"{{name}}" is not a file name', {
      field: 'filename',
      values: { name },
    })
  if (!name.isWellFormed()) throw badRequest('is not valid Unicode', { field: 'filename' })
  // Marks of writing direction make `gpj.exe` look like `exe.jpg`.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name))
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
