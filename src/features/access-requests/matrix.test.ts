import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { ACCESSES } from './shared.ts'
import { prepare, REQUESTS, settled, stored, type Setting } from './testing/setting.ts'

/** Accounts whose request is stored, for each page. */
const STORED: Readonly<Record<'view' | 'edit', Readonly<Record<string, readonly string[]>>>> = {
  view: {
    open: ['out'],
    hidden: ['rita', 'sam', 'out'],
    below: ['rita', 'sam', 'out'],
    locked: ['out'],
    oldHidden: ['rita', 'sam', 'out'],
    oldLocked: ['out'],
    private: ['rita', 'ada', 'out'],
    missing: [],
    trashed: [],
    draft: [],
  },
  edit: {
    open: [],
    hidden: [],
    below: [],
    locked: ['rita', 'sam'],
    oldHidden: [],
    oldLocked: ['rita', 'sam'],
    private: [],
    missing: [],
    trashed: [],
    draft: [],
  },
}

/** Headers that differ between any two answers. */
const OF_EACH_REQUEST = new Set(['date', 'x-request-id'])

// A wiki for each: the number of requests is limited.
describe.each(ENGINES.flatMap(engine => ACCESSES.map(access => [access, engine] as const)))(
  'who asks to %s (%s)',
  (access, engine) => {
    let wiki: TestWiki
    let setting: Setting
    beforeAll(async () => {
      wiki = await startTestWiki(engine, features)
      setting = await prepare(wiki)
    })
    afterAll(() => wiki.close())

    it.each(['rita', 'ada', 'sam', 'out'] as const)(
      'is answered alike for all pages, and heard where it makes sense: %s',
      async name => {
        const answers = new Set<string>()
        for (const [page, heard] of Object.entries(STORED[access])) {
          const { status, text, headers } = await setting[name].client.post(REQUESTS, {
            access,
            pageId: setting.pages[page],
          })
          const told = [...headers].filter(([header]) => !OF_EACH_REQUEST.has(header))
          answers.add(JSON.stringify([status, text, told]))
          await settled(wiki)
          expect((await stored(wiki)).length, `${page}: ${status}`).toBe(heard.includes(name) ? 1 : 0)
          await wiki.app.database.transaction(({ db }) => db.deleteFrom('access_request').execute())
        }
        expect([...answers]).toEqual([expect.stringMatching(/^\[202,"",/)])
      },
    )

    it('is refused without signing in', async () => {
      for (const page of Object.keys(STORED[access])) {
        const { status } = await wiki.anonymous.post(REQUESTS, { access, pageId: setting.pages[page] })
        expect(status).toBe(401)
      }
      await settled(wiki)
      expect(await stored(wiki)).toEqual([])
    })
  },
)
