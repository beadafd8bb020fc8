import { expect, it } from 'vitest'
import { accountsFeature, findAccount, setActive } from '#features/accounts/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { doctor } from '#platform/server/doctor.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { findSpace, spacesFeature } from './server/index.ts'
import { onlyTheyCreateSpaces, person } from './testing/people.ts'

onEachEngine(
  'what the doctor says of spaces',
  () => [accountsFeature, spacesFeature, contentCoreFeature, contentFeature],
  wiki => {
    const findings = async (name: string) => {
      const check = (await doctor(wiki().app)).checks.find(one => one.name === name)
      if (!check) throw new Error(`there is no check "${name}"`)
      return check.findings
    }

    it('finds spaces that no active user administers', async () => {
      const lead = await person(wiki(), 'lead')
      await onlyTheyCreateSpaces(wiki(), lead)
      await lead.client.post('/rest/api/space', { key: 'ONE', name: 'One' })
      await lead.client.post('/rest/api/space', { key: 'TWO', name: 'Two' })
      await lead.client.put('/rest/api/space/TWO/permissions/group/confluence-users/grant', [
        { targetType: 'space', operationKey: 'administer' },
      ])
      expect(await findings('Every space has an administrator')).toEqual([])
      const account = await findAccount(wiki().app, { id: lead.id })
      if (!account) throw new Error('no account')
      await setActive(wiki().app, account, false, null)
      expect(await findings('Every space has an administrator')).toEqual([
        { severity: 'warning', message: expect.stringMatching(/^No active user administers the space ONE;/) },
      ])
    })

    it('finds who may write in a space that they cannot see', async () => {
      const { app } = wiki()
      const name = 'Whoever may do something in a space may see it'
      expect(await findings(name)).toEqual([])
      const space = await findSpace(app.systemContext(), 'one')
      if (!space) throw new Error('no space')
      await app.database.transaction(async tx => {
        await tx.db
          .insertInto('space_permission')
          .values({ space_id: space.id, account_id: null, group_id: null, permission: 'create:comment' })
          .execute()
      })
      expect(await findings(name)).toEqual([
        { severity: 'error', message: expect.stringMatching(/^In the space ONE, anonymous visitors may/) },
      ])
    })

    it('finds home pages that are none', async () => {
      const { admin, app } = wiki()
      expect(await findings('Every home page is a page of its space')).toEqual([])
      const elsewhere = (await admin.get('/rest/api/space/TWO?expand=homepage')).json.homepage.id as string
      await app.database.transaction(async tx => {
        await tx.db
          .updateTable('space')
          .set({ home_page_id: Number(elsewhere) })
          .where('key', '=', 'ONE')
          .execute()
      })
      expect(await findings('Every home page is a page of its space')).toEqual([
        { severity: 'warning', message: expect.stringMatching(/^The space ONE has a wrong home page: /) },
      ])
    })
  },
)
