import { badRequest } from '#platform/server/http/errors.ts'

/** What common file systems take, so that a space can be exported and a file saved under its name. */
export const MAX_NAME_BYTES = 255

/**
 * The name under which a file is kept: the last part of whatever path a client sent, in Unicode NFC.
 * @throws HttpError 400 that says what is wrong with it
 */
export function checkFileName(given: string): string {
  const name = (given.normalize('NFC').split(/[/\\]/).at(-1) ?? '').trim()
  if (name === '') throw badRequest('filename: a file name is required')
  if (name === '.' || name === '..') throw badRequest(`filename: "${name}" is not a file name`)
  if (!name.isWellFormed()) throw badRequest('filename: is not valid Unicode')
  // Marks of writing direction make `gpj.exe` look like `exe.jpg`.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)) throw badRequest('filename: control characters are not allowed')
  const bytes = Buffer.byteLength(name)
  if (bytes > MAX_NAME_BYTES) throw badRequest(`filename: at most ${MAX_NAME_BYTES} bytes, this one has ${bytes}`)
  return name
}
