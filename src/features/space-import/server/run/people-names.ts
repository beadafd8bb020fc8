import { createHash } from 'node:crypto'
import {
  displayNameSchema,
  emailSchema,
  groupNameSchema,
  GROUP_USERS,
  usernameSchema,
} from '#features/accounts/server/index.ts'
import type { ExportedPerson } from '../package/people.ts'

/** The export's names of the group of everybody who has an account. */
const ALL_USERS = new Set(['all-licensed-users', 'authenticated-users'])

/** Names of users in the cloud; it exports no others. */
const CLOUD_ID = /^(?:\d+:)?[\da-f-]{24,36}$/i

/** Values of the account that a user of an export gets here. */
export interface Profile {
  username: string
  displayName: string
  /** The display name that it got from an export without full names. */
  placeholder: string
  email: string
  userKey: string | null
}

export function profileOf({ name, displayName, email, userKey }: ExportedPerson): Profile {
  return {
    username: usernameOf(name),
    displayName: displayNameOf(name, displayName),
    placeholder: displayNameOf(name, name),
    email: emailSchema.safeParse(email).data ?? '',
    userKey: userKey !== null && isUserKey(userKey) ? userKey : null,
  }
}

/** The name of a group here. */
export function groupNameOf(name: string): string {
  return ALL_USERS.has(name) ? GROUP_USERS : name
}

/** Whether a group can have a name. */
export function isGroupName(name: string): boolean {
  return groupNameSchema.safeParse(name).success
}

export function isUserKey(key: string): boolean {
  return /^[\da-f]{32}$/.test(key)
}

/** The name that a user is shown by. @param shown the full name in the export; the user name where it has none */
function displayNameOf(name: string, shown: string): string {
  const isId = shown === name && CLOUD_ID.test(name)
  const displayName = displayNameSchema.safeParse(
    isId ? `User ${name.slice(-6)}` : shown.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, 255),
  )
  return displayName.data ?? usernameOf(name)
}

/**
 * The user name of the export, or for one that is not allowed here one that is made of it: the same for the same, and
 * another than that of any other user.
 */
export function usernameOf(name: string): string {
  const valid = usernameSchema.safeParse(name)
  if (valid.success) return valid.data
  const readable = name.replaceAll(/[\s/\\:<>"'\p{C}]+/gu, '-').slice(0, 100)
  return `${readable.toWellFormed()}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}
