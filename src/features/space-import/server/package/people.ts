import { createHash } from 'node:crypto'
import type { NamedPerson } from './exported.ts'
import type { OpenExport } from './export.ts'
import { foldExported } from './named.ts'
import { textOf, type ExportObject } from './objects.ts'
import type { Staging } from './staging-store.ts'

/** A user or group of an export. */
export interface ExportedPerson {
  kind: 'user' | 'group'
  /** Names it within the export: a user key, an id of the cloud, or a folded name. */
  source: string
  /** The user name, or the key or id of a user who has none; the name of a group. */
  name: string
  /** Null for a user whom texts and contents name by a user name or an id of the cloud alone. */
  userKey: string | null
  /** The user name where the export has no full name. */
  displayName: string
  /** Empty where the export has none. */
  email: string
}

/** Accounts of programs that are connected with a wiki in the cloud. */
const APP = /@connect\.atlassian\.com$/i

/** Classes for directory entries of users: of later versions, then of those before 3.5. */
const DIRECTORIES = ['InternalUser', 'DefaultHibernateUser'] as const

/** Longest source: it is part of a key of the database. */
const MOST_SOURCE = 255

/** All users and groups that an export names, but for programs of the cloud. */
export function* peopleOf({ objects }: Pick<OpenExport, 'objects'>): Generator<ExportedPerson> {
  for (const user of objects.all('ConfluenceUserImpl')) if (!isApp(user)) yield personOfObject(objects, user)
  for (const userKey of objects.names('key'))
    if (!objectOf(objects, { userKey })) yield* present(personIn(objects, { userKey }))
  for (const username of objects.names('username'))
    if (!objectOf(objects, { username })) yield* present(personIn(objects, { username }))
  for (const name of objects.names('group')) yield* present(groupIn(name))
}

function* present(person: ExportedPerson | undefined): Generator<ExportedPerson> {
  if (person) yield person
}

/** The user of a name; undefined for a name without a key, a user name or an id. */
export function personIn(objects: Staging, named: NamedPerson): ExportedPerson | undefined {
  const user = objectOf(objects, named)
  if (user) return personOfObject(objects, user)
  const { userKey, accountId, username } = named
  const source = sourceOf(userKey ?? accountId ?? foldExported(username ?? ''))
  if (source === '') return undefined
  return described(objects, { source, name: username ?? source, userKey: userKey ?? null })
}

/** The group of a name; undefined for an empty name. */
export function groupIn(name: string): ExportedPerson | undefined {
  const source = sourceOf(foldExported(name))
  return source === '' ? undefined : { kind: 'group', source, name, userKey: null, displayName: name, email: '' }
}

/** Whether a content or text says by whom it is. */
export function isNamed({ userKey, accountId, username }: NamedPerson = {}): boolean {
  return Boolean(userKey ?? accountId ?? username)
}

/** Whether a user is a program, which has no use for permissions here. */
export function isProgram(objects: Staging, userKey: string): boolean {
  const user = objects.get('ConfluenceUserImpl', userKey)
  return user !== undefined && isApp(user)
}

function isApp(user: ExportObject): boolean {
  return APP.test(textOf(user, 'name') ?? '')
}

/** The object for a user. Some texts and keys of personal spaces have a key or an id in the place of the user name. */
function objectOf(objects: Staging, { userKey, accountId, username }: NamedPerson): ExportObject | undefined {
  return (
    (userKey === undefined ? undefined : objects.get('ConfluenceUserImpl', userKey)) ??
    objects.cloudUser(accountId ?? userKey ?? '') ??
    (username === undefined
      ? undefined
      : (objects.of('ConfluenceUserImpl', foldExported(username)).at(-1) ??
        objects.get('ConfluenceUserImpl', username) ??
        objects.cloudUser(username)))
  )
}

function personOfObject(objects: Staging, user: ExportObject): ExportedPerson {
  return described(
    objects,
    { source: sourceOf(user.id), name: textOf(user, 'name') ?? user.id, userKey: user.id },
    user,
  )
}

function described(
  objects: Staging,
  person: Pick<ExportedPerson, 'source' | 'name' | 'userKey'>,
  user?: ExportObject,
): ExportedPerson {
  const { name } = person
  const folded = foldExported(name)
  const entry = DIRECTORIES.flatMap(directory => objects.of(directory, folded).at(-1) ?? [])[0]
  const text = (property: string) => (entry && textOf(entry, property)) ?? (user && textOf(user, property))
  return {
    ...person,
    kind: 'user',
    displayName: text('displayName') ?? text('fullName') ?? name,
    email: text('emailAddress') ?? text('email') ?? (name.includes('@') ? name : ''),
  }
}

/** A name of any length as a key, in one line: the end of a long one is replaced by a hash of all of it. */
function sourceOf(name: string): string {
  const allowed = name.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed()
  if (allowed.length <= MOST_SOURCE) return allowed
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 32)
  return `${allowed.slice(0, MOST_SOURCE - hash.length - 1).toWellFormed()}-${hash}`
}
