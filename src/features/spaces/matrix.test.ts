import { beforeAll, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { spacesFeature } from './server/index.ts'
import { onlyTheyCreateSpaces, openToAnonymous, outsider, person, type TestPerson } from './testing/people.ts'

type Who =
  | 'anonymous'
  | 'outsider'
  | 'member'
  | 'groupMember'
  | 'groupAdministrator'
  | 'spaceAdministrator'
  | 'administrator'
const EVERYBODY: readonly Who[] = [
  'anonymous',
  'outsider',
  'member',
  'groupMember',
  'groupAdministrator',
  'spaceAdministrator',
  'administrator',
]

/** Spaces that differ in who may enter. */
const SPACES = ['OPEN', 'MEMBERS', 'GROUPED', 'SHUT'] as const

/**
 * People who see each space. An administrator of a space is one of those that see it; all others who see it may not
 * change it.
 */
const SEEN: Readonly<Record<(typeof SPACES)[number], readonly Who[]>> = {
  OPEN: EVERYBODY,
  MEMBERS: ['member', 'groupMember', 'groupAdministrator', 'spaceAdministrator', 'administrator'],
  GROUPED: ['groupMember', 'groupAdministrator', 'spaceAdministrator', 'administrator'],
  SHUT: ['spaceAdministrator', 'administrator'],
}
const ADMINISTERED: Readonly<Record<(typeof SPACES)[number], readonly Who[]>> = {
  OPEN: ['spaceAdministrator', 'administrator'],
  MEMBERS: ['spaceAdministrator', 'administrator'],
  GROUPED: ['groupAdministrator', 'spaceAdministrator', 'administrator'],
  SHUT: ['spaceAdministrator', 'administrator'],
}

/** Method, path after the space, body, status of success. All for administrators of the space. */
const CHANGES: readonly [string, string, unknown, number][] = [
  ['PUT', '', { name: 'Named' }, 200],
  ['PUT', '/archive', undefined, 204],
  ['PUT', '/restore', undefined, 204],
  ['PUT', '/property/p', { value: 1, version: { number: 1 } }, 200],
  ['DELETE', '/property/p', undefined, 204],
  ['GET', '/permissions', undefined, 200],
  ['PUT', '/permissions/anonymous/revoke', [{ targetType: 'page', operationKey: 'delete' }], 200],
]

onEachEngine(
  'who may do what with which space',
  () => [accountsFeature, spacesFeature],
  wiki => {
    let clients: Record<Who, HttpClient>
    let lead: TestPerson
    const read = [{ targetType: 'space', operationKey: 'read' }]

    beforeAll(async () => {
      lead = await person(wiki(), 'lead')
      await onlyTheyCreateSpaces(wiki(), lead)
      clients = {
        anonymous: wiki().anonymous,
        outsider: (await outsider(wiki(), 'outsider')).client,
        member: (await person(wiki(), 'member')).client,
        groupMember: (await person(wiki(), 'worker', ['workers'])).client,
        groupAdministrator: (await person(wiki(), 'chief', ['workers', 'chiefs'])).client,
        spaceAdministrator: lead.client,
        administrator: wiki().admin,
      }
      await openToAnonymous(wiki())
      for (const key of SPACES)
        await lead.client.post(`/rest/api/space${key === 'SHUT' || key === 'GROUPED' ? '/_private' : ''}`, {
          key,
          name: key,
        })
      await lead.client.put('/rest/api/space/OPEN/permissions/anonymous/grant', read)
      await lead.client.put('/rest/api/space/GROUPED/permissions/group/workers/grant', read)
      await lead.client.put('/rest/api/space/GROUPED/permissions/group/chiefs/grant', [
        { targetType: 'space', operationKey: 'administer' },
      ])
    })

    it.each(SPACES)('reads %s and finds it in lists', async key => {
      for (const who of EVERYBODY) {
        const client = clients[who]
        const seen = SEEN[key].includes(who)
        const status = seen ? 200 : 404
        const direct = [`/rest/api/space/${key}`, `/rest/oxbow/1.0/spaces/${key}`, `/rest/api/space/${key}/property`]
        for (const path of direct) expect([who, path, (await client.get(path)).status]).toEqual([who, path, status])
        for (const path of [
          '/rest/api/space',
          `/rest/api/space?spaceKey=${key}`,
          `/rest/oxbow/1.0/spaces?query=${key}`,
          '/rest/oxbow/1.0/spaces',
        ]) {
          const found = (await client.get(path)).json.results.some((space: { key: string }) => space.key === key)
          expect([who, path, found]).toEqual([who, path, seen])
        }
      }
    })

    it.each(SPACES)('changes %s', async key => {
      for (const who of EVERYBODY) {
        for (const [method, path, body, success] of CHANGES) {
          const { status } = await clients[who].send(method, `/rest/api/space/${key}${path}`, body)
          const expected =
            who === 'anonymous' ? 401 : !SEEN[key].includes(who) ? 404 : ADMINISTERED[key].includes(who) ? success : 403
          expect([who, method, path, status]).toEqual([who, method, path, expected])
        }
      }
    })

    it.each(SPACES)('says in the answer what the reader may do in %s', async key => {
      for (const who of SEEN[key]) {
        const { permissions } = (await clients[who].get(`/rest/oxbow/1.0/spaces/${key}`)).json as {
          permissions: string[]
        }
        expect([who, permissions.includes('read:space'), permissions.includes('administer:space')]).toEqual([
          who,
          true,
          ADMINISTERED[key].includes(who),
        ])
      }
    })

    it.each(SPACES)('deletes %s', async key => {
      for (const who of EVERYBODY) {
        if (ADMINISTERED[key].includes(who)) continue
        const expected = who === 'anonymous' ? 401 : SEEN[key].includes(who) ? 403 : 404
        expect([who, (await clients[who].delete(`/rest/api/space/${key}`)).status]).toEqual([who, expected])
      }
      const [first] = ADMINISTERED[key]
      if (!first) throw new Error('nobody administers the space')
      expect((await clients[first].delete(`/rest/api/space/${key}`)).status).toBe(202)
      for (const who of EVERYBODY)
        expect([who, (await clients[who].get(`/rest/api/space/${key}`)).status]).toEqual([who, 404])
    })
  },
)
