import { isAway } from '../database/away.ts'
import { isOutOfSpace } from '../no-space.ts'
import { HttpError } from './errors.ts'

/** The answer where something failed because the disk is full or the database away; undefined for other failures. */
export function outageOf(error: unknown): HttpError | undefined {
  if (isOutOfSpace(error))
    return new HttpError(
      507,
      'The wiki has no space left to write to: nothing was saved. Its administrator has to make room',
    )
  if (!isAway(error)) return undefined
  return new HttpError(503, 'The database of the wiki does not answer right now. Try again in a moment', {
    headers: { 'retry-after': '5' },
  })
}
