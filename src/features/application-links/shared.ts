import type { ApplicationType } from '#features/linked-apps/shared.ts'

/** Types of entities that links join: a space of a wiki, or a project of another application. */
export const ENTITY_TYPES = ['confluence.space', 'jira.project', 'bamboo.project', 'stash.project'] as const
export type EntityType = (typeof ENTITY_TYPES)[number]
/** The wiki's own side of an entity link. */
export const SPACE_ENTITY = 'confluence.space' satisfies EntityType

/** The old product's address of the list of linked applications. */
export const APPLICATION_LINKS_PATH = '/plugins/servlet/applinks/listApplicationLinks'

/** The type of entity that a type of application links; undefined if it has none. */
export function entityTypeOf(applicationType: ApplicationType): EntityType | undefined {
  return ENTITY_TYPES.find(type => type.startsWith(`${applicationType}.`))
}

/** Names of the types of entities; i18n keys. */
export const ENTITY_NAMES: Readonly<Record<EntityType, string>> = {
  'confluence.space': 'Confluence space',
  'jira.project': 'Jira project',
  'bamboo.project': 'Bamboo project',
  'stash.project': 'Bitbucket project',
}

/** Whether something may be done at a linked application, by the codes of the old product. */
export const PERMISSION_CODES = [
  'NO_PERMISSION',
  'MISSING',
  'CREDENTIALS_REQUIRED',
  'AUTHENTICATION_FAILED',
  'NO_AUTHENTICATION',
  'NO_AUTHENTICATION_CONFIGURED',
  'NO_CONNECTION',
  'ALLOWED',
] as const
export type PermissionCode = (typeof PERMISSION_CODES)[number]

/** An address as a user typed it: `example.org` means `http://example.org`. */
export function withScheme(text: string): string {
  const address = text.trim()
  return address === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
}

/** Screen with the links of a space to projects of other applications. */
export const ENTITY_LINKS_PATH = '/spaces/listentitylinks.action'

export function entityLinksHref(spaceKey: string): string {
  return `${ENTITY_LINKS_PATH}?typeId=${SPACE_ENTITY}&key=${encodeURIComponent(spaceKey)}`
}
