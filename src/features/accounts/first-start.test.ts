import { expect, it } from 'vitest'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { accountsFeature, createAccount, findAccount, findGroup, addToGroup } from './server/index.ts'

onEachEngine(
  'first start',
  () => [accountsFeature],
  wiki => {
    it('creates the groups and the administrator that the settings name', async () => {
      const { app } = wiki()
      const admin = await findAccount(app, { username: ADMIN.username.toUpperCase() })
      expect(admin).toMatchObject({ username: ADMIN.username, email: 'admin@example.org', active: 1 })
      for (const name of ['confluence-users', 'confluence-administrators'])
        expect(await findGroup(app, name)).toMatchObject({ name })
    })

    it('creates accounts that can be found by name, key and id', async () => {
      const { app } = wiki()
      const ann = await createAccount(
        app,
        { username: 'Ann', displayName: 'Ann Smith', email: 'ann@example.org', password: 'long enough' },
        null,
      )
      expect(await findAccount(app, { userKey: ann.user_key })).toEqual(ann)
      expect(await findAccount(app, { id: ann.id })).toEqual(ann)
      await expect(createAccount(app, { username: 'ANN', displayName: 'x', email: '' }, null)).rejects.toMatchObject({
        status: 409,
      })
      const group = await findGroup(app, 'confluence-administrators')
      if (!group) throw new Error('no group')
      await addToGroup(app, ann, group, null)
      await addToGroup(app, ann, group, null)
    })
  },
  { OXBOW_NEW_WIKI: 'true' },
)
