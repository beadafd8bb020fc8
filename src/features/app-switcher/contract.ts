import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { looseBoolean } from '#platform/wire.ts'
import { SPACE_ENTITY } from '#features/application-links/shared.ts'

/** Shapes of the old product's application navigator. */
const tag = 'app-switcher'

const navigationLink = z.object({
  key: z.string(),
  link: z.string(),
  label: z.string(),
  description: z.string().optional(),
  /** Of this wiki. */
  local: z.boolean(),
  /** This wiki itself. */
  self: z.boolean(),
  /** A type of applications; `custom` for a shortcut of an administrator. */
  applicationType: z.string(),
})
export type NavigationLink = z.output<typeof navigationLink>
const suggestion = z.object({
  appName: z.enum(['jira', 'confluence', 'bamboo']),
  appDesc: z.string(),
  /** Tells what the application is. */
  discoveryUrl: z.string(),
  /** Address at which an administrator adds it to the wiki: the links of applications. */
  billingSystemDiscoveryUrl: z.string(),
})
export type Suggestion = z.output<typeof suggestion>

export const getNavigation = endpoint({
  method: 'GET',
  path: '/rest/menu/latest/appswitcher',
  tag,
  summary: 'The wiki, linked applications and shortcuts; with `expand=suggestions` what else could be linked',
  query: z.object({ expand: z.literal('suggestions').optional() }),
  response: z.union([
    z.array(navigationLink),
    z.object({ links: z.array(navigationLink), suggestions: z.array(suggestion) }),
  ]),
})
export const getAdminNavigation = endpoint({
  method: 'GET',
  path: '/rest/menu/latest/admin',
  tag,
  summary: 'The administration of the wiki and of linked applications, for administrators',
  response: z.array(navigationLink),
})
export const putUserData = endpoint({
  method: 'PUT',
  path: '/rest/menu/latest/userdata',
  tag,
  summary: 'Store a value of the user, e.g. that nothing shall be suggested to them',
  body: z.object({ key: z.string().min(1).max(100), value: z.string().max(1000) }),
  status: 204,
})

const shortcut = z.object({
  link: z.string(),
  label: z.string(),
  tooltip: z.string(),
  description: z.string(),
  self: z.boolean(),
})
export type Shortcut = z.output<typeof shortcut>
const shortcuts = (place: 'local' | 'remote', summary: string) =>
  endpoint({
    method: 'GET',
    path: `/rest/project-shortcuts/1.0/${place}/:key`,
    tag,
    summary,
    params: z.object({ key: z.string().max(255) }),
    query: z.object({ entityType: z.string().max(100).default(SPACE_ENTITY) }),
    response: z.object({ shortcuts: z.array(shortcut) }),
  })
export const getLocalShortcuts = shortcuts('local', 'Links that administrators of a space have put there')
export const getRemoteShortcuts = shortcuts(
  'remote',
  'What a space is linked with in other applications; for something of theirs, the spaces that are linked with it',
)

const label = z.string().trim().min(1).max(100)
/** An address of the web, or of the wiki. */
const address = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(?:https?:\/\/[^/]|\/(?!\/))/i, 'must be an http or https address, or a path of the wiki')
const description = z.string().trim().max(1000).default('')
const linkId = z.coerce.number().int().positive()

const customApp = z.object({
  id: z.string(),
  displayName: z.string(),
  url: z.string(),
  applicationType: z.string(),
  /** Not shown in the app switcher. */
  hide: z.boolean(),
  /** False for linked applications, which can be hidden alone. */
  editable: z.boolean(),
  /** Names of the groups that see it; none: everybody. */
  allowedGroups: z.array(z.string()),
})
export type CustomApp = z.output<typeof customApp>
const customAppInput = z.object({
  displayName: label,
  url: address,
  hide: looseBoolean.default(false),
  allowedGroups: z.array(z.string().max(255)).max(50).default([]),
})
const APPS = '/rest/custom-apps/1.0/customapps'
export const listCustomApps = endpoint({
  method: 'GET',
  path: `${APPS}/list`,
  tag,
  summary: 'Linked applications and shortcuts of the app switcher, for administrators',
  response: z.array(customApp),
})
export const createCustomApp = endpoint({
  method: 'POST',
  path: APPS,
  tag,
  summary: 'Add a shortcut to the app switcher',
  status: 201,
  body: customAppInput,
  response: customApp,
})
export const updateCustomApp = endpoint({
  method: 'PUT',
  path: `${APPS}/:entryId`,
  tag,
  summary: 'Change a shortcut of the app switcher, or hide a linked application',
  params: z.object({ entryId: z.string().max(40) }),
  body: customAppInput.partial(),
  response: customApp,
})
export const deleteCustomApp = endpoint({
  method: 'DELETE',
  path: `${APPS}/:linkId`,
  tag,
  summary: 'Remove a shortcut from the app switcher',
  params: z.object({ linkId }),
  status: 204,
})

const contentLink = z.object({
  id: z.string(),
  linkLabel: z.string(),
  linkUrl: z.string(),
  description: z.string(),
})
export type ContentLink = z.output<typeof contentLink>
const contentLinkInput = z.object({ linkLabel: label, linkUrl: address, description })
const LINKS = '/rest/custom-content-links/1.0/customcontentlinks/:key'
export const listContentLinks = endpoint({
  method: 'GET',
  path: `${LINKS}/list`,
  tag,
  summary: 'Related links of a space, for its administrators',
  params: z.object({ key: z.string() }),
  response: z.array(contentLink),
})
export const createContentLink = endpoint({
  method: 'POST',
  path: LINKS,
  tag,
  summary: 'Add a related link to a space',
  params: z.object({ key: z.string() }),
  status: 201,
  body: contentLinkInput,
  response: contentLink,
})
export const updateContentLink = endpoint({
  method: 'PUT',
  path: `${LINKS}/:linkId`,
  tag,
  summary: 'Change a related link of a space',
  params: z.object({ key: z.string(), linkId }),
  body: contentLinkInput,
  response: contentLink,
})
export const deleteContentLink = endpoint({
  method: 'DELETE',
  path: `${LINKS}/:linkId`,
  tag,
  summary: 'Remove a related link from a space',
  params: z.object({ key: z.string(), linkId }),
  status: 204,
})
