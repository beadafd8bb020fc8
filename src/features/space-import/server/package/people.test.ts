import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportObject } from './objects.ts'
import { peopleOf, personIn } from './people.ts'
import { Staging } from './staging-store.ts'

const KEY = 'ff808081545107240154510700000001'
const LONG = 'n'.repeat(300)

const user = (id: string) => ({ class: 'ConfluenceUserImpl', id })
const OBJECTS: readonly ExportObject[] = [
  { ...user(KEY), properties: { name: 'Ada' } },
  { ...user('k2'), properties: { atlassianAccountId: '557058:0-1' } },
  { ...user('app'), properties: { name: 'x@connect.atlassian.com' } },
  {
    class: 'DefaultHibernateUser',
    id: '1',
    properties: { name: 'ada', fullName: 'Old Ada', email: 'old@example.org' },
  },
  {
    class: 'InternalUser',
    id: '2',
    properties: { name: 'ada', displayName: 'Ada L.', emailAddress: 'ada@example.org' },
  },
  { class: 'DefaultHibernateUser', id: '3', properties: { name: 'BOB', fullName: 'Bob' } },
  // Directory entries of users that nothing names are left out.
  { class: 'InternalUser', id: '4', properties: { name: 'idle', displayName: 'Idle' } },
  { class: 'Page', id: '5', properties: { creatorName: 'bob', lastModifierName: 'ADA' } },
  { class: 'Page', id: '6', properties: { creator: user(KEY), lastModifier: user('gone'), creatorName: LONG } },
  { class: 'Page', id: '7', properties: { originalVersion: { class: 'Page', id: '6' }, creatorName: 'earlier' } },
  { class: 'Space', id: '8', properties: { key: '~557058:0-1' } },
  { class: 'Space', id: '9', properties: { key: '~eve' } },
  { class: 'ContentPermission', id: '10', properties: { groupName: 'Gardeners', userName: 'Bob' } },
  { class: 'SpacePermission', id: '11', properties: { group: 'gardeners' } },
  { class: 'SpacePermission', id: '12', properties: { allUsersSubject: 'anonymous-users' } },
  { class: 'SpacePermission', id: '13', properties: { allUsersSubject: 'authenticated-users' } },
]

let folder: string
let staging: Staging
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oxbow-exported-people-'))
  staging = await Staging.open(folder)
  await staging.fill(
    (async function* () {
      yield* OBJECTS
    })(),
  )
})
afterAll(async () => {
  await staging.close()
  await rm(folder, { recursive: true })
})

it('lists the users and groups that an export names, each once, with what directories say of them', () => {
  const people = [...peopleOf({ objects: staging })]
  expect(people.map(({ kind, source, name, displayName, email }) => [kind, source, name, displayName, email])).toEqual([
    ['user', 'k2', 'k2', 'k2', ''],
    ['user', KEY, 'Ada', 'Ada L.', 'ada@example.org'],
    ['user', 'gone', 'gone', 'gone', ''],
    ['user', 'bob', 'bob', 'Bob', ''],
    ['user', 'earlier', 'earlier', 'earlier', ''],
    ['user', 'eve', 'eve', 'eve', ''],
    ['user', expect.stringMatching(/^n{222}-[\da-f]{32}$/), LONG, LONG, ''],
    ['group', 'authenticated-users', 'authenticated-users', 'authenticated-users', ''],
    ['group', 'gardeners', 'Gardeners', 'Gardeners', ''],
  ])
})

it('knows a user by key, by user name in any case, and by the id in the cloud', () => {
  const sourceOf = (named: Parameters<typeof personIn>[1]) => personIn(staging, named)?.source
  expect([{ userKey: KEY }, { username: 'ADA' }, { username: KEY }].map(sourceOf)).toEqual([KEY, KEY, KEY])
  expect([{ accountId: '557058:0-1' }, { userKey: '557058:0-1' }, { username: '557058:0-1' }].map(sourceOf)).toEqual([
    'k2',
    'k2',
    'k2',
  ])
  expect([{ username: 'New' }, { accountId: 'x-1' }, { userKey: 'y' }, {}].map(sourceOf)).toEqual([
    'new',
    'x-1',
    'y',
    undefined,
  ])
})
