import { expect, it } from 'vitest'
import type { ServerFeature } from '../app.ts'
import { onEachEngine } from '../testing/harness.ts'

const feature: ServerFeature = {
  name: 'test',
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
  },
}

onEachEngine('database', () => [feature], wiki => {
  it('reads inside many transactions at once without waiting for ever', async () => {
    const { database } = wiki().app
    const counts = await Promise.all(Array.from({ length: 40 }, (_, n) => database.transaction(async ({ db }) => {
      await db.insertInto('setting').values({ name: `n${n}`, value: '1' }).execute()
      // As a service does that knows nothing of the transaction around it.
      return (await database.read.selectFrom('setting').select('name').execute()).length
    })))
    expect(counts).toHaveLength(40)
    expect(await database.read.selectFrom('setting').select('name').execute()).toHaveLength(40)
  })
  it('answers who only reads while many wait to write', async () => {
    const { database } = wiki().app
    let written = 0
    const writing = Promise.all(Array.from({ length: 40 }, (_, n) => database.transaction(async ({ db }) => {
      await db.insertInto('setting').values({ name: `w${n}`, value: '1' }).execute()
    }).then(() => written++)))
    // What arrives over a connection comes in a later turn of the event loop.
    await new Promise(resolve => setImmediate(resolve))
    await database.read.selectFrom('setting').select('name').limit(1).execute()
    expect(written).toBeLessThan(40)
    await writing
  })
})
