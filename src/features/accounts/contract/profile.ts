import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { language } from '#platform/languages.ts'
import { displayNameSchema, emailSchema, timeZoneSchema } from './fields.ts'
import { nameParameter, userKeySchema } from './shapes.ts'
import { MAX_AVATAR_BYTES } from '../shared.ts'

const tag = 'profile'
const about = z.string().max(2000, 'must be {{maximum}} characters at most')

export const ownProfileSchema = z.object({
  userKey: z.string(),
  username: z.string(),
  displayName: z.string(),
  email: z.string(),
  about: z.string(),
  locale: z.string().nullable(),
  timeZone: z.string().nullable(),
  avatarUrl: z.string(),
  hasAvatar: z.boolean(),
})
export type OwnProfile = z.output<typeof ownProfileSchema>

export const getProfile = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/profile',
  summary: 'The own profile',
  tag,
  response: ownProfileSchema,
})
/** Null for `locale` follows the browser, null for `timeZone` the server. A new e-mail address needs the password. */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/rest/oxbow/1.0/profile',
  summary: 'Changes the own profile',
  tag,
  body: z.object({
    displayName: displayNameSchema.optional(),
    email: emailSchema.optional(),
    about: about.optional(),
    locale: language.nullable().optional(),
    timeZone: timeZoneSchema.nullable().optional(),
    password: z.string().max(10_000).optional(),
  }),
  response: ownProfileSchema,
})
export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/profile/avatar',
  summary: 'Sets the own picture (PNG, JPEG, WebP or GIF; part `file`)',
  tag,
  encoding: 'multipart',
  bodyLimit: MAX_AVATAR_BYTES + 64 * 1024,
  response: ownProfileSchema,
})
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/rest/oxbow/1.0/profile/avatar',
  summary: 'Removes the own picture',
  tag,
  response: ownProfileSchema,
})

export const publicProfileSchema = z.object({
  userKey: z.string(),
  username: z.string(),
  displayName: z.string(),
  about: z.string(),
  avatarUrl: z.string(),
  timeZone: z.string().nullable(),
  active: z.boolean(),
  email: z.string().optional(),
})
export const getPublicProfile = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/users/:userKey',
  summary: 'The profile of a user',
  tag,
  params: z.object({ userKey: userKeySchema }),
  response: publicProfileSchema,
})

/** The profile as the mobile client of the old product reads it. */
export const getMobileProfile = endpoint({
  method: 'GET',
  path: '/rest/mobile/1.0/profile/:username',
  summary: 'The profile of a user by user name',
  tag,
  params: z.object({ username: nameParameter }),
  response: z.object({
    userName: z.string(),
    fullName: z.string(),
    about: z.string(),
    avatarUrl: z.string(),
    url: z.string(),
    anonymous: z.literal(false),
    unknownUser: z.literal(false),
    /** For administrators and the user. */
    email: z.string().optional(),
  }),
})
export const setDefaultAvatar = endpoint({
  method: 'GET',
  allowedInReadOnlyMode: false,
  path: '/rest/user-profile/1.0/:userKey/avatar/default',
  summary: 'Removes the picture of a user: the own one, or for administrators that of anyone',
  tag,
  params: z.object({ userKey: userKeySchema }),
  response: z.object({ avatarUrl: z.string() }),
})

export const getAvatar = endpoint({
  method: 'GET',
  path: '/avatars/:userKey/:size/:file',
  summary: 'A picture of a user, 48 or 256 px square',
  tag,
  params: z.object({
    userKey: userKeySchema,
    size: z.enum(['48', '256']),
    file: z.string().regex(/^[0-9a-f]{16}\.webp$/, 'must be the name of a picture'),
  }),
})
export const getInitials = endpoint({
  method: 'GET',
  path: '/avatars/:userKey/initials.svg',
  summary: 'The initials of a user as a picture',
  tag,
  params: z.object({ userKey: userKeySchema }),
})
export const getDefaultPicture = endpoint({
  method: 'GET',
  path: '/images/icons/profilepics/:file',
  summary: 'The picture of users without one',
  tag,
  params: z.object({ file: z.string().max(100) }),
})
