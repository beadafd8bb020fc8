import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import {
  accountsFeature,
  createAccount,
  removeFromGroup,
  requireAccount,
  requireGroup,
  setActive,
  viewerOf,
  viewersOf,
} from './server/index.ts'

const PASSWORD = 'a long enough one'
const USE = { targetType: 'application', operationKey: 'use' }
const ADMINISTER = { targetType: 'application', operationKey: 'administer' }
const CREATE_SPACE = { targetType: 'space', operationKey: 'create' }
const VIEW_USERS = { targetType: 'users', operationKey: 'read' }
let count = 0

interface Grant {
  operation: { targetType: string; operationKey: string }
  subject: { type: string; name?: string; displayName?: string }
}

onEachEngine(
  'global permissions',
  () => [accountsFeature],
  wiki => {
    const newUser = () => {
      const username = `holder${++count}`
      return createAccount(wiki().app, { username, displayName: 'Hal Holder', email: '', password: PASSWORD }, null)
    }
    const operationsOf = async (path: string) =>
      ((await wiki().admin.get(path)).json as Grant[]).map(grant => grant.operation)

    it('are at first what a new wiki needs; anonymous visitors have none', async () => {
      const grants = (await wiki().admin.get('/rest/api/permissions')).json as Grant[]
      const of = (name: string) =>
        grants
          .filter(grant => grant.subject.name === name)
          .map(grant => `${grant.operation.operationKey}:${grant.operation.targetType}`)
          .toSorted()
      expect(of('confluence-users')).toEqual(['create:personal_space', 'create:space', 'read:users', 'use:application'])
      expect(of('confluence-administrators')).toEqual(['administer:application', ...of('confluence-users')].toSorted())
      expect(grants).toHaveLength(9)
      expect((await wiki().admin.get('/rest/api/permissions/anonymous')).json).toEqual([])
      expect((await wiki().admin.get('/rest/api/permissions/unlicensed')).json).toEqual([])
    })

    it('are granted to and revoked from users at once, once each', async () => {
      const user = await newUser()
      const path = `/rest/api/permissions/user/${user.user_key}`
      const client = wiki().as(user.username, PASSWORD)
      expect((await client.get('/rest/api/permissions')).status).toBe(403)
      for (let i = 0; i < 2; i++)
        expect((await wiki().admin.put(`${path}/grant`, [ADMINISTER, CREATE_SPACE])).status).toBe(204)
      expect(await operationsOf(path)).toEqual([ADMINISTER, CREATE_SPACE])
      expect((await client.get('/rest/api/permissions')).status).toBe(200)
      expect((await wiki().admin.put(`/rest/api/permissions/user/${user.username}/revoke`, [ADMINISTER])).status).toBe(
        204,
      )
      expect((await client.get('/rest/api/permissions')).status).toBe(403)
      expect(await operationsOf(path)).toEqual([CREATE_SPACE])
    })

    it('are set for several subjects together, or for none when one is wrong', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const path = (account: { user_key: string }) => `/rest/api/permissions/user/${account.user_key}`
      await wiki().admin.put(`${path(ann)}/grant`, [CREATE_SPACE])
      const wrong = [
        { userKey: bob.user_key, operations: [USE] },
        { userKey: 'f'.repeat(32), operations: [USE] },
      ]
      expect((await wiki().admin.put('/rest/api/permissions', wrong)).status).toBe(404)
      expect((await wiki().admin.put('/rest/api/permissions', [{ operations: [USE] }])).status).toBe(400)
      expect(
        (
          await wiki().admin.put(
            '/rest/api/permissions',
            Array.from({ length: 41 }, () => wrong[0]),
          )
        ).status,
      ).toBe(400)
      expect(await operationsOf(path(bob))).toEqual([])
      const set = [
        { userKey: ann.user_key, operations: [USE] },
        { userKey: bob.user_key, operations: [{ targetType: 'system', operationKey: 'administer' }] },
      ]
      expect((await wiki().admin.put('/rest/api/permissions', set)).status).toBe(204)
      expect(await operationsOf(path(ann))).toEqual([USE])
      expect(await operationsOf(path(bob))).toEqual([ADMINISTER])
      expect(
        (await wiki().admin.put('/rest/api/permissions', [{ userKey: bob.user_key, operations: [] }])).status,
      ).toBe(204)
      expect(await operationsOf(path(bob))).toEqual([])
    })

    it('open the wiki to anonymous visitors, who can never be administrators', async () => {
      const visit = () => wiki().anonymous.get('/rest/api/user/current')
      expect((await visit()).status).toBe(401)
      expect((await wiki().admin.put('/rest/api/permissions/anonymous/grant', [USE])).status).toBe(204)
      expect((await visit()).json).toMatchObject({ type: 'anonymous', displayName: 'Anonymous' })
      expect((await wiki().anonymous.get('/rest/api/user/list')).status).toBe(401)
      await wiki().admin.put('/rest/api/permissions/anonymous/grant', [VIEW_USERS])
      expect((await wiki().anonymous.get('/rest/api/user/list')).status).toBe(200)
      expect((await wiki().admin.put('/rest/api/permissions/anonymous/grant', [ADMINISTER])).status).toBe(400)
      expect((await wiki().admin.put('/rest/api/permissions/anonymous/revoke', [USE, VIEW_USERS])).status).toBe(204)
      expect((await visit()).status).toBe(401)
    })

    it('let unlicensed users in only when that is granted', async () => {
      const user = await newUser()
      await wiki().admin.delete(`/rest/api/user/${user.username}/group/confluence-users`)
      const visit = () => wiki().as(user.username, PASSWORD).get('/rest/api/user/current')
      expect((await visit()).status).toBe(403)
      expect((await wiki().admin.put('/rest/api/permissions/unlicensed/grant', [USE])).status).toBe(204)
      expect((await visit()).status).toBe(200)
      expect((await wiki().admin.get('/rest/api/permissions/unlicensed')).json).toEqual([
        { operation: USE, subject: { type: 'unlicensed', displayName: 'Unlicensed users' } },
      ])
      expect((await wiki().anonymous.get('/rest/api/user/current')).status).toBe(401)
      expect((await wiki().admin.put('/rest/api/permissions/unlicensed/grant', [CREATE_SPACE])).status).toBe(400)
      await wiki().admin.put('/rest/api/permissions/unlicensed/revoke', [USE])
      expect((await visit()).status).toBe(403)
    })

    it.each([
      [[{ targetType: 'space', operationKey: 'fly' }]],
      [{ targetType: 'space' }],
      [[{ targetType: 5, operationKey: 'use' }]],
      [undefined],
      [Array.from({ length: 51 }, () => USE)],
    ])('refuse %j', async body => {
      expect((await wiki().admin.put('/rest/api/permissions/group/confluence-users/grant', body)).status).toBe(400)
    })

    it('are those of each where many are looked at together', async () => {
      const { app, admin } = wiki()
      const [plain, holder, stranger, gone] = [await newUser(), await newUser(), await newUser(), await newUser()]
      expect((await admin.put(`/rest/api/permissions/user/${holder.user_key}/grant`, [ADMINISTER])).status).toBe(204)
      const users = await requireGroup(app, 'confluence-users')
      await removeFromGroup(app, stranger, users, null)
      await setActive(app, gone, false, null)
      const accounts = await Promise.all([plain, holder, stranger, gone].map(({ id }) => requireAccount(app, { id })))
      const each = await Promise.all(accounts.map(account => viewerOf(app, account)))
      expect([...(await viewersOf(app, accounts)).values()]).toEqual(each)
      expect(each.map(({ isAdmin, mayUse }) => [isAdmin, mayUse])).toEqual([
        [false, true],
        [true, true],
        [false, false],
        [false, false],
      ])
    })

    it('refuse what is no JSON', async () => {
      expect((await wiki().admin.put('/rest/api/permissions/group/confluence-users/grant', 'text')).status).toBe(415)
    })

    it('name unknown users and groups with 404', async () => {
      for (const path of ['user/nobody', 'group/nothing']) {
        expect((await wiki().admin.get(`/rest/api/permissions/${path}`)).status).toBe(404)
        expect((await wiki().admin.put(`/rest/api/permissions/${path}/grant`, [USE])).status).toBe(404)
      }
    })
  },
)
