import { object, objectsOf } from './export.ts'

/** A user of an export, who has written a page. */
export interface ExportedUser {
  key: string
  name: string
  displayName?: string
  email?: string
}

const AT = '2016-05-10 17:04:43.120'
const user = (key: string) => ({ of: 'ConfluenceUserImpl', id: key })

/** The key of a user. @param number at most 8 hex digits */
export const userKey = (number: number): string => `ff80808154510724015451a0${number.toString(16).padStart(8, '0')}`

/**
 * `entities.xml` of a space with a page by each user, whom the home page mentions. Each user may view the space, likes
 * the home page, watches it and saved it for later.
 * @param from below the ids of its contents: the home page + 1, pages of the users + 10, + 11 …
 * @param options.restricted the key of the user who alone may see the home page
 * @param options.mentioned user name of a user whom the text of the home page alone names
 * @param options.groups may view the space
 */
export function peopleExport(
  key: string,
  from: number,
  users: readonly ExportedUser[],
  { restricted, mentioned, groups = [] }: { restricted?: string; mentioned?: string; groups?: readonly string[] } = {},
): string {
  const space = { of: 'Space', id: from }
  const home = { of: 'Page', id: from + 1 }
  const current = { space, contentStatus: 'current', version: 1, creationDate: AT, lastModificationDate: AT }
  const mentions = [
    ...users.map(({ key: id }) => `ri:userkey="${id}"`),
    ...(mentioned === undefined ? [] : [`ri:username="${mentioned}"`]),
  ].map(attribute => `<p><ac:link><ri:user ${attribute} /></ac:link></p>`)
  const ofUser = ({ key: id, name, displayName, email }: ExportedUser, index: number) => [
    object('ConfluenceUserImpl', id, { name }),
    ...(displayName === undefined && email === undefined
      ? []
      : [
          object('InternalUser', from + 1000 + index, {
            name,
            displayName: displayName ?? name,
            emailAddress: email ?? '',
          }),
        ]),
    object('Page', from + 10 + index, {
      ...current,
      title: `Page of ${id}`,
      parent: home,
      creator: user(id),
      lastModifier: user(id),
    }),
    object('SpacePermission', from + 2000 + index, { space, type: 'VIEWSPACE', userSubject: user(id) }),
    object('LikeEntity', from + 3000 + index, { content: home, user: user(id), creationDate: AT }),
    object('Notification', from + 4000 + index, { content: home, receiver: user(id), creationDate: AT }),
    object('User2ContentRelationEntity', from + 5000 + index, {
      targetContent: home,
      sourceContent: user(id),
      relationName: 'favourite',
      creationDate: AT,
    }),
  ]
  const permission = { of: 'ContentPermissionSet', id: from + 6000 }
  return objectsOf([
    object('Space', from, { name: key, key, homePage: home, creationDate: AT }),
    object('Page', from + 1, { ...current, title: 'Home' }),
    object('BodyContent', from + 7000, { body: mentions.join(''), content: home, bodyType: 2 }),
    ...users.flatMap(ofUser),
    ...groups.map((group, index) =>
      object('SpacePermission', from + 2500 + index, { space, type: 'VIEWSPACE', group }),
    ),
    ...(restricted === undefined
      ? []
      : [
          object('ContentPermissionSet', permission.id, { type: 'View', owningContent: home }),
          object('ContentPermission', from + 6001, {
            type: 'View',
            userSubject: user(restricted),
            owningSet: permission,
          }),
        ]),
  ])
}
