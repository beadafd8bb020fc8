import { expect, it } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { onEachEngine } from '../testing/harness.ts'

const feature: ServerFeature = {
  name: 'test',
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
  },
}

onEachEngine(
  'database',
  () => [feature],
  wiki => {
    it('reads inside many transactions at once without waiting for ever', async () => {
      const { database } = wiki().app
      const counts = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          database.transaction(async ({ db }) => {
            await db
              .insertInto('setting')
              .values({ name: `n${n}`, value: '1' })
              .execute()
            // As a service does that knows nothing of the transaction around it.
            return (await database.read.selectFrom('setting').select('name').execute()).length
          }),
        ),
      )
      expect(counts).toHaveLength(40)
      expect(await database.read.selectFrom('setting').select('name').execute()).toHaveLength(40)
    })
    const write = (name: string) =>
      wiki().app.database.transaction(({ db }) => db.insertInto('setting').values({ name, value: '1' }).execute())
    it.each([
      ['many wait to write', () => Array.from({ length: 40 }, (_, n) => write(`many${n}`))],
      [
        'one writes again and again',
        () => {
          const writes = [write('again')]
          for (let n = 1; n < 40; n++) writes.push(writes[n - 1]!.then(() => write(`again${n}`)))
          return writes
        },
      ],
    ])('answers who only reads while %s', async (_, begin) => {
      let written = 0
      const writing = Promise.all(begin().map(async one => void (await one, written++)))
      // What arrives over a connection comes in a later turn of the event loop.
      await new Promise(resolve => setImmediate(resolve))
      await wiki().app.database.read.selectFrom('setting').select('name').limit(1).execute()
      expect(written).toBeLessThan(40)
      await writing
      expect(written).toBe(40)
    })
  },
)
