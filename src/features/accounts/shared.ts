import type { z } from 'zod'
import type { personSchema } from './contract/shapes.ts'

export const MIN_PASSWORD_LENGTH = 8
/** Longer passwords cost memory without adding safety. */
export const MAX_PASSWORD_LENGTH = 256
/** Bytes. */
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024

/** Path of a user's picture, or of their initials where they have none. */
export function avatarPathOf(person: Pick<z.output<typeof personSchema>, 'userKey' | 'profilePicture'>): string {
  const { userKey, profilePicture } = person
  return profilePicture.isDefault && userKey ? `/avatars/${userKey}/initials.svg` : profilePicture.path
}
