import { expect, it } from 'vitest'
import { z } from 'zod'
import { openDatabase } from './database/index.ts'
import { setting, Settings } from './settings.ts'
import { onEachEngine } from './testing/harness.ts'
import type { ServerFeature } from './app.ts'

const title = setting('site.title', z.string().max(100), 'Oxbow')
const feature: ServerFeature = {
  name: 'test',
  register(app) {
    app.http.authenticateBy(async () => ({ viewer: app.systemContext().viewer, method: 'anonymous', xsrfToken: '' }))
  },
}

onEachEngine(
  'settings',
  () => [feature],
  wiki => {
    const set = (value: string) =>
      wiki().app.database.transaction(tx => wiki().app.settings.set(tx, title, value, null))

    it('hold their initial value until they are set, and are checked', async () => {
      const { settings } = wiki().app
      expect(settings.get(title)).toBe('Oxbow')
      await set('Team wiki')
      expect(settings.get(title)).toBe('Team wiki')
      await expect(set('x'.repeat(101))).rejects.toThrow('too_big')
      expect(settings.get(title)).toBe('Team wiki')
      const again = new Settings(wiki().app.database)
      await again.load()
      expect(again.get(title)).toBe('Team wiki')
    })

    it('change on other machines too', async () => {
      if (wiki().engine === 'sqlite') return
      const database = await openDatabase(wiki().config)
      const elsewhere = new Settings(database)
      const errors: unknown[] = []
      const stop = elsewhere.follow(error => errors.push(error))
      try {
        for (const value of ['One', 'Two', 'Three']) {
          await set(value)
          await expect.poll(() => elsewhere.get(title)).toBe(value)
        }
        expect(errors).toEqual([])
      } finally {
        stop()
        await database.close()
      }
    })
  },
)
