/** Calls about spaces: REST version 1, and those of the web application. */
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { commaList, contentId, expandQuery, looseBoolean, pagingQuery, pageSchema } from '#platform/wire.ts'
import { MAX_SUBJECTS_PER_CALL, SPACE_ICON_PATH, MAX_LOGO_BYTES } from './shared.ts'

const tag = 'Spaces'
/** Case-insensitive space key. */
const spaceKey = z.string().min(1).max(300)
const keyParams = z.object({ key: spaceKey })
const ids = commaList.transform((values, issues) =>
  values.map(value => {
    if (!/^\d{1,15}$/.test(value)) {
      issues.addIssue({
        code: 'custom',
        message: '{{value}} is not a number',
        params: { values: { value: value.slice(0, 50) }, forPrograms: true },
      })
    }
    return Number(value)
  }),
)
const nothing = z.void()

/** Type and status of a space. */
export const spaceType = z.enum(['global', 'personal'])
export const spaceStatus = z.enum(['current', 'archived'])

export const space = z.looseObject({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  status: spaceStatus,
  type: spaceType,
  _links: z.looseObject({ webui: z.string(), self: z.string() }),
  _expandable: z.record(z.string(), z.string()),
})
export type SpaceAnswer = z.output<typeof space>

/** Description as sent by clients; only the plain text counts, and all of it is optional. */
const description = z
  .looseObject({ plain: z.looseObject({ value: z.string().max(20_000) }).optional() })
  .nullish()
  .transform(value => value?.plain?.value)

export const listSpaces = endpoint({
  method: 'GET',
  path: '/rest/api/space',
  summary: 'Spaces that the reader may see, by key',
  tag,
  query: z.looseObject({
    spaceKey: commaList,
    spaceKeys: commaList,
    spaceKeySingle: commaList,
    spaceId: ids,
    spaceIds: ids,
    type: z.preprocess(value => (typeof value === 'string' ? value.toLowerCase() : value), spaceType).optional(),
    status: z
      .preprocess(
        value => (typeof value === 'string' ? value.toLowerCase() : value),
        z.enum(['current', 'archived', 'any']),
      )
      .optional(),
    favourite: looseBoolean.optional(),
    hasRetentionPolicy: looseBoolean.optional(),
    expand: expandQuery,
    ...pagingQuery(),
  }),
  response: pageSchema(space),
})

const newSpace = z.looseObject({
  key: z.string().max(1000),
  name: z.string().max(1000),
  description,
  type: z.string().max(50).nullish(),
})
export const createSpaceCall = endpoint({
  method: 'POST',
  path: '/rest/api/space',
  summary: 'Create a space',
  tag,
  body: newSpace,
  response: space,
})
export const createPrivateSpaceCall = endpoint({
  method: 'POST',
  path: '/rest/api/space/_private',
  summary: 'Create a space that only its creator may see',
  tag,
  body: newSpace,
  response: space,
})

const personalSpace = z
  .looseObject({
    description,
    name: z.string().max(1000).optional(),
    isPrivate: looseBoolean.optional(),
    private: looseBoolean.optional(),
  })
  .optional()
export const createPersonalSpaceCall = endpoint({
  method: 'POST',
  path: '/rest/api/space/personal',
  summary: 'Create the personal space of the caller',
  tag,
  body: personalSpace,
  response: space,
})
export const createPersonalSpaceForCall = endpoint({
  method: 'POST',
  path: '/rest/api/admin/space/personal/:username',
  summary: 'Create the personal space of a user',
  tag,
  params: z.object({ username: z.string().min(1).max(300) }),
  body: personalSpace,
  response: space,
})

export const getSpace = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key',
  summary: 'A space',
  tag,
  params: keyParams,
  query: z.looseObject({ expand: expandQuery }),
  response: space,
})
export const updateSpaceCall = endpoint({
  method: 'PUT',
  path: '/rest/api/space/:key',
  summary: 'Change the name, description or home page of a space; a whole fetched object may be sent',
  tag,
  params: keyParams,
  body: z.looseObject({
    key: z.string().max(1000).nullish(),
    name: z.string().max(1000).nullish(),
    type: z.string().max(50).nullish(),
    description,
    homepage: z.looseObject({ id: contentId.optional() }).nullish(),
  }),
  response: space,
})

/** Link to a background task. */
const submission = z.object({ id: z.string(), links: z.object({ status: z.string() }) })
export const deleteSpaceCall = endpoint({
  method: 'DELETE',
  path: '/rest/api/space/:key',
  summary: 'Delete a space with all it holds, in the background',
  tag,
  params: keyParams,
  response: submission,
  status: 202,
})
export const archiveSpaceCall = endpoint({
  method: 'PUT',
  path: '/rest/api/space/:key/archive',
  summary: 'Archive a space',
  tag,
  params: keyParams,
  body: z.unknown(),
  response: nothing,
  status: 204,
})
export const restoreSpaceCall = endpoint({
  method: 'PUT',
  path: '/rest/api/space/:key/restore',
  summary: 'Take a space out of the archive',
  tag,
  params: keyParams,
  body: z.unknown(),
  response: nothing,
  status: 204,
})

// Permissions

const operation = z.looseObject({ targetType: z.string().max(50), operationKey: z.string().max(50) })
const operations = z.array(operation).max(100)
export const spacePermission = z.object({
  operation: z.object({ targetType: z.string(), operationKey: z.string() }),
  subject: z.looseObject({ type: z.enum(['known', 'group', 'anonymous']), displayName: z.string() }),
  spaceKey: z.string(),
  spaceId: z.number(),
})
const permissionList = z.array(spacePermission)
const permissionPath = '/rest/api/space/:key/permissions'
const groupParams = z.object({ key: spaceKey, groupName: z.string().min(1).max(300) })
const userParams = z.object({ key: spaceKey, userKey: z.string().min(1).max(300) })

export const listPermissions = endpoint({
  method: 'GET',
  path: permissionPath,
  summary: 'All permissions granted in a space',
  tag,
  params: keyParams,
  response: permissionList,
})
export const setPermissions = endpoint({
  method: 'POST',
  path: permissionPath,
  summary: 'Replace the permissions of the given users and groups in a space; others keep theirs',
  tag,
  params: keyParams,
  body: z
    .array(
      z.looseObject({
        userKey: z.string().max(300).nullish(),
        groupName: z.string().max(300).nullish(),
        operations,
      }),
    )
    .min(1)
    .max(MAX_SUBJECTS_PER_CALL, 'at most {{maximum}} users and groups in one call'),
  response: nothing,
})
export const listAnonymousPermissions = endpoint({
  method: 'GET',
  path: `${permissionPath}/anonymous`,
  summary: 'Permissions of anonymous visitors',
  tag,
  params: keyParams,
  response: permissionList,
})
export const grantAnonymous = endpoint({
  method: 'PUT',
  path: `${permissionPath}/anonymous/grant`,
  summary: 'Grant permissions to anonymous visitors',
  tag,
  params: keyParams,
  body: operations,
  response: nothing,
})
export const revokeAnonymous = endpoint({
  method: 'PUT',
  path: `${permissionPath}/anonymous/revoke`,
  summary: 'Revoke permissions of anonymous visitors',
  tag,
  params: keyParams,
  body: operations,
  response: nothing,
})
export const listGroupPermissions = endpoint({
  method: 'GET',
  path: `${permissionPath}/group/:groupName`,
  summary: 'Permissions of a group',
  tag,
  params: groupParams,
  response: permissionList,
})
export const grantGroup = endpoint({
  method: 'PUT',
  path: `${permissionPath}/group/:groupName/grant`,
  summary: 'Grant permissions to a group',
  tag,
  params: groupParams,
  body: operations,
  response: nothing,
})
export const revokeGroup = endpoint({
  method: 'PUT',
  path: `${permissionPath}/group/:groupName/revoke`,
  summary: 'Revoke permissions of a group',
  tag,
  params: groupParams,
  body: operations,
  response: nothing,
})
export const listUserPermissions = endpoint({
  method: 'GET',
  path: `${permissionPath}/user/:userKey`,
  summary: 'Permissions of a user',
  tag,
  params: userParams,
  response: permissionList,
})
export const grantUser = endpoint({
  method: 'PUT',
  path: `${permissionPath}/user/:userKey/grant`,
  summary: 'Grant permissions to a user',
  tag,
  params: userParams,
  body: operations,
  response: nothing,
})
export const revokeUser = endpoint({
  method: 'PUT',
  path: `${permissionPath}/user/:userKey/revoke`,
  summary: 'Revoke permissions of a user',
  tag,
  params: userParams,
  body: operations,
  response: nothing,
})

// Properties

export const property = z.looseObject({
  id: z.string(),
  key: z.string(),
  value: z.unknown(),
  version: z.looseObject({ number: z.number(), when: z.string() }),
})
const propertyPath = '/rest/api/space/:key/property'
const propertyParams = z.object({ key: spaceKey, property: z.string().min(1).max(300) })
const propertyBody = z.looseObject({
  key: z.string().max(1000).nullish(),
  value: z.unknown(),
  version: z
    .looseObject({
      number: z.coerce.number().int(),
      message: z.string().max(1000).nullish(),
      minorEdit: z.boolean().nullish(),
    })
    .nullish(),
  space: z.looseObject({ key: z.string().max(1000).nullish() }).nullish(),
})
export type PropertyBody = z.output<typeof propertyBody>

export const listProperties = endpoint({
  method: 'GET',
  path: propertyPath,
  summary: 'Properties of a space',
  tag,
  params: keyParams,
  query: z.looseObject({ expand: expandQuery, ...pagingQuery(10) }),
  response: pageSchema(property),
})
export const createProperty = endpoint({
  method: 'POST',
  path: propertyPath,
  summary: 'Create a property of a space',
  tag,
  params: keyParams,
  body: propertyBody,
  response: property,
})
export const createPropertyByKey = endpoint({
  method: 'POST',
  path: `${propertyPath}/:property`,
  summary: 'Create a property of a space under a key',
  tag,
  params: propertyParams,
  body: propertyBody,
  response: property,
})
export const getProperty = endpoint({
  method: 'GET',
  path: `${propertyPath}/:property`,
  summary: 'A property of a space',
  tag,
  params: propertyParams,
  query: z.looseObject({ expand: expandQuery }),
  response: property,
})
export const updateProperty = endpoint({
  method: 'PUT',
  path: `${propertyPath}/:property`,
  summary: 'Change a property: its version must be one above the stored',
  tag,
  params: propertyParams,
  body: propertyBody,
  response: property,
})
export const deleteProperty = endpoint({
  method: 'DELETE',
  path: `${propertyPath}/:property`,
  summary: 'Delete a property of a space',
  tag,
  params: propertyParams,
  response: nothing,
  status: 204,
})

// Favourites

const favouritePath = '/rest/experimental/relation/user/current/favourite/toSpace/:key'
export const addFavourite = endpoint({
  method: 'PUT',
  path: favouritePath,
  summary: 'Star a space',
  tag,
  params: keyParams,
  body: z.unknown(),
  response: z.object({ key: z.string(), favourite: z.boolean() }),
})
export const removeFavourite = endpoint({
  method: 'DELETE',
  path: favouritePath,
  summary: 'Take the star off a space',
  tag,
  params: keyParams,
  response: nothing,
  status: 204,
})

// Logos

export const spaceIcon = endpoint({
  method: 'GET',
  path: SPACE_ICON_PATH,
  summary: 'The picture of spaces without a logo',
  tag,
})
export const getLogo = endpoint({
  method: 'GET',
  path: '/images/logo/space/:id/:file',
  summary: 'The logo of a space; its address changes with it',
  tag,
  params: z.object({ id: z.coerce.number().int().min(1), file: z.string().max(100) }),
})

/** As Base64 with its prefix. */
const MAX_LOGO_URI = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 100
export const setLogo = endpoint({
  method: 'POST',
  path: '/rest/ia/1.0/space/setLogo',
  summary: 'Change the name and the logo of a space together; without a picture the logo stays',
  tag,
  bodyLimit: MAX_LOGO_URI + 64 * 1024,
  body: z.looseObject({
    spaceKey,
    spaceName: z.string().max(1000).nullish(),
    /** `data:image/png;base64,…`: PNG, JPEG, WebP or GIF. */
    logoDataURI: z
      .string()
      .refine(uri => uri.length <= MAX_LOGO_URI, {
        error: 'must be at most {{most}} MB',
        params: { values: { most: MAX_LOGO_BYTES / 1024 / 1024 } },
      })
      .nullish(),
  }),
  response: z.object({ logoDownloadPath: z.string(), name: z.string() }),
})
export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/rest/oxbow/1.0/spaces/:key/logo',
  summary: 'Take the logo of a space away',
  tag,
  params: keyParams,
  response: nothing,
  status: 204,
})

// Calls of the web application

/** Permissions of a reader, `<operation>:<target>`. */
const held = z.array(z.string())
const person = z.looseObject({ type: z.string(), displayName: z.string() })

export const spaceEntry = space.extend({
  summary: z.string(),
  categories: z.array(z.string()),
  favourite: z.boolean(),
  permissions: held,
})
export type SpaceEntry = z.output<typeof spaceEntry>

export const spaceDirectory = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces',
  summary: 'The space directory: spaces by name, with counts and what the reader may do',
  tag,
  query: z.looseObject({
    query: z
      .string()
      .max(200)
      .optional()
      .transform(text => text?.trim() ?? ''),
    type: spaceType.optional(),
    status: z.enum(['current', 'archived', 'any']).default('current'),
    favourite: looseBoolean.optional(),
    /** Only spaces with this permission, e.g. `create:page`. */
    permission: z.string().max(50).optional(),
    /** Only spaces in this category. */
    label: z.string().max(300).optional(),
    ...pagingQuery(),
  }),
  response: pageSchema(spaceEntry).extend({
    totalSize: z.number(),
    /** All visible spaces, unfiltered. */
    counts: z.object({ global: z.number(), personal: z.number(), archived: z.number(), favourite: z.number() }),
    permissions: z.object({ createSpace: z.boolean(), createPersonalSpace: z.boolean() }),
  }),
})
export const spaceDetails = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/spaces/:key',
  summary: 'A space with all that its screens need',
  tag,
  params: keyParams,
  response: spaceEntry.extend({
    homePageId: z.string().nullable(),
    owner: person.nullable(),
    creator: person.nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** First administrators of the space. */
    administrators: z.array(person),
  }),
})
