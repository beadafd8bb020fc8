import { beforeAll, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { accountMarks } from '#platform/server/database/index.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { hintsFeature } from './server/index.ts'

onEachEngine(
  'marks of accounts',
  () => [accountsFeature, hintsFeature],
  wiki => {
    const marks = accountMarks('help_tip_dismissal', {
      limit: { most: 2, refuse: most => new Error(`at most ${most}`) },
    })
    let accountIds: number[] = []
    beforeAll(async () => {
      await wiki().addUser('reader', {})
      const rows = await wiki().app.database.read.selectFrom('account').select('id').orderBy('id').execute()
      accountIds = rows.map(row => row.id)
    })

    const set = (account: number, tip_id: string, isSet = true) =>
      wiki().app.database.transaction(tx => marks.set(tx, { account_id: accountIds.at(account) ?? 0, tip_id }, isSet))
    const stored = async () => {
      const rows = await wiki()
        .app.database.read.selectFrom('help_tip_dismissal')
        .select(['account_id', 'tip_id', 'at'])
        .orderBy('tip_id')
        .orderBy('account_id')
        .execute()
      return rows.map(row => [accountIds.indexOf(row.account_id), row.tip_id, row.at] as const)
    }

    it('are set and removed once, and keep the time at which they were set', async () => {
      const before = Date.now()
      expect((await Promise.all([set(0, 'a'), set(0, 'a')])).toSorted()).toEqual([false, true])
      const [first] = await stored()
      expect(first?.[2]).toBeGreaterThanOrEqual(before)
      expect(first?.[2]).toBeLessThanOrEqual(Date.now())
      expect([await set(1, 'a'), await set(0, 'b')]).toEqual([true, true])
      expect(await set(0, 'a')).toBe(false)
      expect((await stored())[0]).toEqual(first)
      expect([await set(0, 'a', false), await set(0, 'a', false)]).toEqual([true, false])
      expect((await stored()).map(([account, tip]) => [account, tip])).toEqual([
        [1, 'a'],
        [0, 'b'],
      ])
    })

    it('are limited for each account, and a refused mark is not stored', async () => {
      expect(await set(0, 'c')).toBe(true)
      const before = await stored()
      await expect(set(0, 'd')).rejects.toThrow('at most 2')
      expect(await stored()).toEqual(before)
      // One that exists, or is removed, is never one too many.
      expect([await set(0, 'c'), await set(1, 'd')]).toEqual([false, true])
      expect([await set(0, 'b', false), await set(0, 'd')]).toEqual([true, true])
    })

    it('come from another wiki with their times; existing ones stay', async () => {
      await wiki().app.database.transaction(tx =>
        marks.import(tx, { tip_id: 'd' }, [
          { accountId: accountIds[0] ?? 0, at: 5 },
          { accountId: accountIds[1] ?? 0, at: 6 },
        ]),
      )
      await wiki().app.database.transaction(tx =>
        marks.import(tx, { tip_id: 'e' }, [{ accountId: accountIds[1] ?? 0, at: 7 }]),
      )
      const rows = await stored()
      expect(rows.find(([account, tip]) => account === 0 && tip === 'd')?.[2]).toBeGreaterThan(5)
      expect(rows.at(-1)).toEqual([1, 'e', 7])
    })
  },
)
