import type { ExportObject, ObjectReference } from './objects.ts'

/** By what an object names a user or group: the key of a user, a user name or the name of a group. */
export type NameKind = 'key' | 'username' | 'group'

/** Properties that hold a user name, in exports without keys of users. */
const USER_NAMES: ReadonlySet<string> = new Set(['creatorName', 'lastModifierName', 'receiver', 'user', 'userName'])

/** Properties that hold the name of a group, by the classes that have them. */
const GROUP_NAMES: Readonly<Record<string, readonly string[]>> = {
  ContentPermission: ['groupName'],
  SpacePermission: ['group', 'allUsersSubject'],
}

/** The name for visitors who have not signed in, who are no group. */
export const ANONYMOUS = 'anonymous-users'

/** Folds a user or group name: the export spells one in several cases. */
export const foldExported = (name: string): string => name.toLowerCase()

/** Users and groups that an object names. */
export function* namesIn({ class: className, properties }: ExportObject): Generator<[NameKind, string]> {
  for (const [property, value] of Object.entries(properties)) {
    if (typeof value !== 'string') {
      if (isUser(value)) yield ['key', value.id]
    } else if (USER_NAMES.has(property)) yield ['username', value]
    else if (GROUP_NAMES[className]?.includes(property) && value !== ANONYMOUS) yield ['group', value]
    else if (className === 'Space' && property === 'key' && value.startsWith('~')) yield ['username', value.slice(1)]
  }
}

function isUser(value: ObjectReference | readonly ObjectReference[]): value is ObjectReference {
  return 'class' in value && value.class === 'ConfluenceUserImpl'
}
