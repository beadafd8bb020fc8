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
