import { expect, it } from 'vitest'
import { onEachEngine } from '../testing/harness.ts'

onEachEngine(
  'facts',
  () => [],
  wiki => {
    it('are read once by those who ask at the same time, and again after a commit', async () => {
      const { database, facts } = wiki().app
      let loads = 0
      const load = async () => {
        const fact = ++loads
        await database.read.selectFrom('event').select('id').limit(1).execute()
        return fact
      }
      const askTwice = async () => {
        const generation = await database.queryGeneration()
        return facts.during(generation ?? 0, () => Promise.all([facts.get('fact', load), facts.get('fact', load)]))
      }
      expect(await askTwice()).toEqual([1, 1])
      await database.transaction(async tx => tx.append({ kind: 'test.happened', actorId: null }))
      expect(await askTwice()).toEqual([2, 2])
    })

    it('are read once by a call that writes until its transaction', async () => {
      const { database, facts } = wiki().app
      let loads = 0
      const ask = () => facts.get('asked while writing', async () => ++loads)
      const asked = await facts.duringWrite(async () => {
        const before = [await ask(), await ask()]
        await database.transaction(async tx => tx.append({ kind: 'test.happened', actorId: null }))
        return [...before, await ask(), await ask()]
      })
      // From then on, SQLite compares the generation, and PostgreSQL is asked.
      expect(asked).toEqual(wiki().engine === 'sqlite' ? [1, 1, 2, 2] : [1, 1, 2, 3])
    })

    it('are not those of before a transaction that commits while they are read', async () => {
      const { database, facts } = wiki().app
      const committed = Promise.withResolvers<void>()
      const asked = await facts.duringWrite(async () => {
        const before = facts.get('slow', () => committed.promise.then(() => 'before'))
        await database.transaction(async tx => tx.append({ kind: 'test.happened', actorId: null }))
        committed.resolve()
        return [await before, await facts.get('slow', async () => 'after')]
      })
      expect(asked).toEqual(['before', 'after'])
    })

    it('are read each time within a transaction', async () => {
      const { database, facts } = wiki().app
      // SQLite compares the generation each time that a fact is used, and no transaction changes it before it commits.
      if (wiki().engine === 'sqlite') return
      const asked = await facts.duringWrite(async () => {
        await facts.get('within', async () => 'before')
        return database.transaction(async () => facts.get('within', async () => 'within'))
      })
      expect(asked).toBe('within')
    })

    it('are read again by who asks next where reading them failed', async () => {
      const { database, facts } = wiki().app
      const generation = (await database.queryGeneration()) ?? 0
      const fail = () => Promise.reject(new Error('away'))
      await facts.during(generation, async () => {
        await expect(facts.get('failing', fail)).rejects.toThrow('away')
        expect(await facts.get('failing', async () => 'there')).toBe('there')
      })
    })
  },
)
