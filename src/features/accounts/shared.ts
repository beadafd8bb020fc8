import type { z } from 'zod'
import type { personSchema } from './contract/shapes.ts'

export const MIN_PASSWORD_LENGTH = 8
/** Longer input costs memory without adding safety. */
export const MAX_PASSWORD_LENGTH = 256
/** Bytes of an uploaded picture. */
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024

/** Address of somebody's picture; of the initials where they have none, as in the lists of users. */
export function pictureOf(person: Pick<z.output<typeof personSchema>, 'userKey' | 'profilePicture'>): string {
  const { userKey, profilePicture } = person
  return profilePicture.isDefault && userKey ? `/avatars/${userKey}/initials.svg` : profilePicture.path
}
