import { sql, type SqlBool } from 'kysely'
import { expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import {
  homePageChecks,
  setHomePage,
  spaceCreationSteps,
  spaceExpansions,
  spaceFilters,
  spacesFeature,
} from './server/index.ts'
import { person } from './testing/people.ts'

/** How many spaces each call of the expansion was asked for. */
const asked: number[] = []

/** A feature that gives spaces colours, as labels or content give them their parts. */
const colours: ServerFeature = {
  name: 'colours',
  register(app) {
    app.extensions.add(spaceCreationSteps, async (tx, _ctx, space) => {
      if (space.name === 'Colourless') throw new Error('no colour for it')
      await setHomePage(tx, space.id, 1000 + space.id)
    })
    app.extensions.add(homePageChecks, async () => {})
    app.extensions.add(spaceExpansions, {
      name: 'metadata.colour',
      async load(_ctx, spaces) {
        asked.push(spaces.length)
        return new Map(
          spaces.filter(space => space.key !== 'GREY').map(space => [space.id, `the colour of ${space.key}`]),
        )
      },
    })
    app.extensions.add(spaceFilters, {
      parameter: 'colour',
      where: (_ctx, values) => sql<SqlBool>`space.key_fold in (${sql.join(values.map(value => value.toLowerCase()))})`,
    })
  },
}

onEachEngine(
  'what other features add to spaces',
  () => [accountsFeature, spacesFeature, colours],
  wiki => {
    it('works within the creation: all or nothing', async () => {
      const { admin } = wiki()
      for (const key of ['RED', 'BLUE', 'GREY'])
        expect((await admin.post('/rest/api/space', { key, name: key })).status).toBe(200)
      const { json } = await admin.get('/rest/api/space/RED')
      expect(json._expandable.homepage).toBe(`/rest/api/content/${1000 + json.id}`)
      expect((await admin.post('/rest/api/space', { key: 'NONE', name: 'Colourless' })).status).toBe(500)
      expect((await admin.get('/rest/api/space/NONE')).status).toBe(404)
      expect((await admin.post('/rest/api/space', { key: 'NONE', name: 'Coloured' })).status).toBe(200)
      const events = await wiki()
        .app.database.read.selectFrom('event')
        .select('id')
        .where('kind', '=', 'space.created')
        .execute()
      expect(events).toHaveLength(4)
    })

    it('loads an expansion once for a list, and only when asked', async () => {
      const { admin } = wiki()
      asked.length = 0
      await admin.get('/rest/api/space?expand=icon')
      expect(asked).toEqual([])
      const list = await admin.get('/rest/api/space?expand=metadata.colour&spaceKeys=RED,BLUE,GREY')
      expect(asked).toEqual([3])
      expect(list.json.results.map((space: { metadata: unknown }) => space.metadata)).toEqual([
        { _expandable: { labels: '' }, colour: 'the colour of BLUE' },
        { _expandable: { labels: '' } },
        { _expandable: { labels: '' }, colour: 'the colour of RED' },
      ])
    })

    it('filters lists without opening what the reader may not see', async () => {
      const member = await person(wiki(), 'member')
      await wiki().admin.post('/rest/api/space/_private', { key: 'BLACK', name: 'Black' })
      const found = await member.client.get('/rest/api/space?colour=black,red&colour=BLUE')
      expect(found.json.results.map((space: { key: string }) => space.key)).toEqual(['BLUE', 'RED'])
      const all = await wiki().admin.get('/rest/api/space?colour=black&limit=1')
      expect(all.json.results.map((space: { key: string }) => space.key)).toEqual(['BLACK'])
      expect(all.json._links.next).toBeUndefined()
    })
  },
)
