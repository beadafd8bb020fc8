import { beforeAll, expect, it } from 'vitest'
import {
  accountsFeature,
  addToGroup,
  findAccount,
  findGroup,
  removeFromGroup,
  setActive,
} from '#features/accounts/server/index.ts'
import { onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { spacesFeature } from './server/index.ts'
import {
  onlyTheyCreateSpaces,
  openToAnonymous,
  outsider,
  person,
  spaceEvents,
  type TestPerson,
} from './testing/people.ts'

const PATH = '/rest/api/space/TEAM/permissions'
const op = (name: string) => {
  const [targetType, operationKey] = name.split(' ')
  return { targetType, operationKey }
}
const MEMBER = [
  'space read',
  'space delete_own',
  'page create',
  'blogpost create',
  'attachment create',
  'comment create',
  'space export',
]
const ALL = [
  'space read',
  'space delete_own',
  'page create',
  'page delete',
  'blogpost create',
  'blogpost delete',
  'attachment create',
  'attachment delete',
  'comment create',
  'comment delete',
  'space restrict',
  'space export',
  'space administer',
]
interface Row {
  operation: { targetType: string; operationKey: string }
  subject: { type: string; username?: string; name?: string }
  spaceKey: string
}
const operations = (reply: HttpReply) =>
  (reply.json as Row[]).map(row => `${row.operation.targetType} ${row.operation.operationKey}`)

onEachEngine(
  'permissions of a space',
  () => [accountsFeature, spacesFeature],
  wiki => {
    let lead: TestPerson
    let member: TestPerson
    let guest: TestPerson
    beforeAll(async () => {
      lead = await person(wiki(), 'lead')
      member = await person(wiki(), 'member')
      guest = await outsider(wiki(), 'guest')
      await onlyTheyCreateSpaces(wiki(), lead)
      await lead.client.post('/rest/api/space', { key: 'TEAM', name: 'Team' })
    })

    it('gives members the usual and the creator everything', async () => {
      const all = await lead.client.get(PATH)
      expect(all.status).toBe(200)
      const of = (test: (row: Row) => boolean) =>
        (all.json as Row[]).filter(test).map(row => `${row.operation.targetType} ${row.operation.operationKey}`)
      expect(of(row => row.subject.username === 'lead').toSorted()).toEqual(ALL.toSorted())
      expect(of(row => row.subject.name === 'confluence-users').toSorted()).toEqual(MEMBER.toSorted())
      expect(all.json[0]).toEqual({
        operation: { targetType: 'space', operationKey: 'read' },
        subject: expect.objectContaining({
          type: 'known',
          username: 'lead',
          displayName: 'lead Doe',
          userKey: lead.userKey,
        }),
        spaceKey: 'TEAM',
        spaceId: expect.any(Number),
      })
      expect(operations(await lead.client.get(`${PATH}/user/${lead.userKey}`)).toSorted()).toEqual(ALL.toSorted())
      expect(operations(await lead.client.get(`${PATH}/group/Confluence-Users`)).toSorted()).toEqual(MEMBER.toSorted())
      expect((await lead.client.get(`${PATH}/anonymous`)).json).toEqual([])
    })

    it('is for administrators of the space: who × what', async () => {
      const body = [op('space read')]
      const calls: [string, string, unknown?][] = [
        ['GET', ''],
        ['GET', '/anonymous'],
        ['GET', '/group/confluence-users'],
        ['GET', `/user/${lead.userKey}`],
        ['POST', '', [{ groupName: 'confluence-users', operations: MEMBER.map(op) }]],
        ['PUT', '/anonymous/revoke', body],
        ['PUT', '/group/confluence-users/grant', body],
        ['PUT', `/user/${lead.userKey}/grant`, body],
      ]
      for (const [method, path, sent] of calls) {
        const status = async (client: TestPerson['client']) => (await client.send(method, PATH + path, sent)).status
        const seen = {
          anonymous: await status(wiki().anonymous),
          guest: await status(guest.client),
          member: await status(member.client),
          lead: await status(lead.client),
          admin: await status(wiki().admin),
        }
        expect([method, path, seen]).toEqual([
          method,
          path,
          { anonymous: 401, guest: 404, member: 403, lead: 200, admin: 200 },
        ])
      }
    })

    it('grants what was not granted and revokes what was', async () => {
      expect((await guest.client.get('/rest/api/space/TEAM')).status).toBe(404)
      const user = `${PATH}/user/${guest.userKey}`
      expect((await lead.client.put(`${user}/grant`, [op('page create'), op('space delete_mail')])).status).toBe(200)
      // Any permission in a space includes seeing it.
      expect(operations(await lead.client.get(user))).toEqual(['space read', 'page create'])
      expect((await guest.client.get('/rest/api/space/TEAM')).status).toBe(200)
      await lead.client.put(`${user}/grant`, [op('page create'), op('space restrict_content')])
      await lead.client.put(`${user}/revoke`, [op('page create'), op('page delete')])
      expect(operations(await lead.client.get(user))).toEqual(['space read', 'space restrict'])
      await lead.client.put(`${user}/revoke`, [op('space read')])
      expect((await lead.client.get(user)).json).toEqual([])
      expect((await guest.client.get('/rest/api/space/TEAM')).status).toBe(404)
    })

    it('works through groups, at once', async () => {
      await lead.client.put(`${PATH}/group/guests/grant`, [op('space administer')])
      expect((await guest.client.get(PATH)).status).toBe(200)
      const group = await findGroup(wiki().app, 'guests')
      if (!group) throw new Error('no group')
      await removeFromGroup(wiki().app, guest, group, null)
      expect((await guest.client.get(PATH)).status).toBe(404)
      await addToGroup(wiki().app, guest, group, null)
      await lead.client.put(`${PATH}/group/guests/revoke`, [op('space read')])
      expect((await guest.client.get(PATH)).status).toBe(404)
    })

    it('sets several subjects at once, leaving others alone, all or nothing', async () => {
      const before = operations(await lead.client.get(PATH))
      const bad = await lead.client.post(PATH, [
        { groupName: 'guests', operations: [op('space read')] },
        { groupName: 'confluence-users', operations: [op('space fly')] },
      ])
      expect([bad.status, bad.json.message]).toEqual([
        400,
        expect.stringMatching(/^Unknown operation: targetType space, operationKey fly/),
      ])
      expect(operations(await lead.client.get(PATH))).toEqual(before)
      const set = await lead.client.post(PATH, [
        { userKey: member.userKey, operations: [op('page delete')] },
        { groupName: 'guests', operations: [op('space read'), op('comment create')] },
        { operations: [op('space read')] },
      ])
      expect(set.status).toBe(200)
      expect(operations(await lead.client.get(`${PATH}/user/${member.userKey}`))).toEqual(['space read', 'page delete'])
      expect(operations(await lead.client.get(`${PATH}/group/guests`))).toEqual(['space read', 'comment create'])
      expect(operations(await lead.client.get(`${PATH}/anonymous`))).toEqual(['space read'])
      expect(operations(await lead.client.get(`${PATH}/group/confluence-users`)).toSorted()).toEqual(MEMBER.toSorted())
      await lead.client.post(PATH, [
        { userKey: member.userKey, operations: [] },
        { groupName: 'guests', operations: [] },
        { operations: [] },
      ])
      expect(operations(await lead.client.get(PATH))).toEqual(before)
    })

    it('refuses what makes no sense', async () => {
      const refused = async (method: string, path: string, body: unknown) => {
        const reply = await lead.client.send(method, PATH + path, body)
        return [reply.status, reply.json?.message]
      }
      expect(await refused('PUT', '/anonymous/grant', [op('space administer')])).toEqual([
        400,
        expect.stringMatching(/Anonymous visitors cannot be given administer:space/),
      ])
      expect(await refused('PUT', '/group/nobodies/grant', [op('space read')])).toEqual([
        404,
        expect.stringMatching(/No group found/),
      ])
      expect(await refused('PUT', '/user/nobody/grant', [op('space read')])).toEqual([
        404,
        expect.stringMatching(/No user found/),
      ])
      expect(await refused('PUT', '/anonymous/grant', { targetType: 'space' })).toEqual([400, expect.any(String)])
      expect(await refused('POST', '', [])).toEqual([400, expect.any(String)])
      expect(await refused('POST', '', [{ userKey: lead.userKey, groupName: 'guests', operations: [] }])).toEqual([
        400,
        expect.stringMatching(/not both/),
      ])
      expect(
        await refused('POST', '', [
          { groupName: 'guests', operations: [] },
          { groupName: 'GUESTS', operations: [] },
        ]),
      ).toEqual([400, expect.stringMatching(/named twice/)])
      expect(
        await refused(
          'POST',
          '',
          Array.from({ length: 41 }, () => ({ groupName: 'guests', operations: [] })),
        ),
      ).toEqual([400, expect.stringMatching(/at most 40/)])
    })

    it('never takes away the last administrator', async () => {
      const none = expect.stringMatching(/^No user could administer the space TEAM any more/)
      const own = `${PATH}/user/${lead.userKey}`
      for (const [method, path, body] of [
        ['PUT', `${own}/revoke`, [op('space administer')]],
        ['PUT', `${own}/revoke`, [op('space read')]],
        ['POST', PATH, [{ userKey: lead.userKey, operations: [op('space read')] }]],
      ] as const) {
        const reply = await wiki().admin.send(method, path, body)
        expect([reply.status, reply.json?.message]).toEqual([400, none])
      }
      expect(operations(await lead.client.get(own)).toSorted()).toEqual(ALL.toSorted())
      // An empty group or a disabled user does not count.
      await lead.client.put(`${PATH}/user/${guest.userKey}/grant`, [op('space administer')])
      const account = await findAccount(wiki().app, { id: guest.id })
      if (!account) throw new Error('no account')
      await setActive(wiki().app, account, false, null)
      expect((await lead.client.put(`${own}/revoke`, [op('space administer')])).status).toBe(400)
      // Handing over in one call works.
      const handed = await lead.client.post(PATH, [
        { userKey: lead.userKey, operations: [op('space read')] },
        { groupName: 'confluence-users', operations: ALL.map(op) },
      ])
      expect(handed.status).toBe(200)
      expect((await member.client.get(PATH)).status).toBe(200)
    })

    it('leaves one of two administrators who take it from each other', async () => {
      const [ann, ben] = [await person(wiki(), 'ann'), await person(wiki(), 'ben')]
      await wiki().admin.post('/rest/api/space', { key: 'DUEL', name: 'Duel' })
      const path = '/rest/api/space/DUEL/permissions'
      const admin = await findAccount(wiki().app, { username: 'admin' })
      await wiki().admin.post(path, [
        { userKey: ann.userKey, operations: [op('space administer')] },
        { userKey: ben.userKey, operations: [op('space administer')] },
        { userKey: admin?.user_key, operations: [] },
      ])
      const statuses = (
        await Promise.all([
          ann.client.put(`${path}/user/${ben.userKey}/revoke`, [op('space administer')]),
          ben.client.put(`${path}/user/${ann.userKey}/revoke`, [op('space administer')]),
        ])
      ).map(reply => reply.status)
      // The second is refused, by the policy or by the rule, as it comes.
      expect(statuses.toSorted((a, b) => a - b)[0]).toBe(200)
      expect([400, 403]).toContain(statuses.toSorted((a, b) => a - b)[1])
      expect(operations(await wiki().admin.get(path)).filter(name => name === 'space administer')).toHaveLength(1)
    })

    it('tells the event log who got and lost what', async () => {
      const changes = (await spaceEvents(wiki())).filter(
        event => event.kind === 'space.permission.changed' && event.data['key'] === 'TEAM',
      )
      expect(changes.at(-2)?.data).toMatchObject({
        key: 'TEAM',
        subject: 'user',
        subjectId: lead.id,
        name: 'lead',
        granted: [],
      })
      expect(changes.at(-2)?.data['revoked']).toContain('administer:space')
      expect(changes.at(-1)?.data).toMatchObject({ subject: 'group', name: 'confluence-users', revoked: [] })
      // A refused change leaves no trace.
      expect(changes.every(change => change.data['name'] !== 'nobodies')).toBe(true)
    })

    it('shows the grants within the space to its administrators only', async () => {
      await openToAnonymous(wiki())
      await member.client.put(`${PATH}/anonymous/grant`, [op('space read')])
      const shown = await member.client.get('/rest/api/space/TEAM?expand=permissions')
      expect(shown.json.permissions).toContainEqual(
        expect.objectContaining({ subject: expect.objectContaining({ type: 'anonymous', displayName: 'Anonymous' }) }),
      )
      const hidden = await wiki().anonymous.get('/rest/api/space/TEAM?expand=permissions')
      expect(hidden.status).toBe(200)
      expect(hidden.json.permissions).toBeUndefined()
    })
  },
)
