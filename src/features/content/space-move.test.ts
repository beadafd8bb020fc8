import { expect, it } from 'vitest'
import { doctor } from '#platform/server/doctor.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const linkTo = (title: string, space?: string) =>
  `<p><ac:link><ri:page${space ? ` ri:space-key="${space}"` : ''} ri:content-title="${title}" /></ac:link></p>`

/** Targets of the links of a text: `KEY:Title`, or `Title` alone. */
const targets = (storage: string) =>
  [...storage.matchAll(/<ri:page ([^>]*)\/>/g)].map(([, attributes = '']) => {
    const value = (name: string) => new RegExp(`ri:${name}="([^"]*)"`).exec(attributes)?.[1]
    return [value('space-key'), value('content-title')].filter(part => part !== undefined).join(':')
  })

onEachEngine(
  'pages that move to another space',
  () => features,
  wiki => {
    it('keep their links and those that lead to them', async () => {
      const { admin } = wiki()
      for (const key of ['OLD', 'NEW']) await admin.post('/rest/api/space', { key, name: key })
      const create = async (title: string, storage: string, parent?: string) => {
        const reply = await admin.post('/rest/api/content', {
          type: 'page',
          title,
          space: { key: 'OLD' },
          body: { storage: { value: storage, representation: 'storage' } },
          ...(parent ? { ancestors: [{ id: parent }] } : {}),
        })
        expect(reply.status, reply.text).toBe(200)
        return String(reply.json.id)
      }
      const storage = async (id: string) =>
        (await admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value as string
      const stays = await create('Stays', linkTo('Below') + linkTo('Moves'))
      const moves = await create('Moves', linkTo('Stays') + linkTo('Below') + linkTo('Nowhere', 'NEW'))
      const below = await create('Below', linkTo('stays') + linkTo('Moves'), moves)
      await admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: below, type: 'page' },
        body: { storage: { value: linkTo('Stays'), representation: 'storage' } },
      })
      const home = (await admin.get('/rest/api/space/NEW?expand=homepage')).json.homepage.id as string

      expect((await admin.put(`/rest/api/content/${moves}/move/append/${home}`)).status).toBe(200)

      expect(targets(await storage(moves))).toEqual(['OLD:Stays', 'Below', 'NEW:Nowhere'])
      expect(targets(await storage(below))).toEqual(['OLD:stays', 'Moves'])
      expect(targets(await storage(stays))).toEqual(['NEW:Below', 'NEW:Moves'])
      expect((await doctor(wiki().app, undefined, { deep: true })).checks.flatMap(check => check.findings)).toEqual([])
    })

    it('come into no space that was put away, nor do copies of them', async () => {
      const { admin } = wiki()
      for (const key of ['FROM', 'AWAY'])
        expect((await admin.post('/rest/api/space', { key, name: key })).status).toBeLessThan(300)
      const page = await admin.createPage('FROM', 'Leaving')
      const home = (await admin.get('/rest/api/space/AWAY?expand=homepage')).json.homepage.id as string
      expect((await admin.put('/rest/api/space/AWAY/archive', {})).status).toBeLessThan(300)
      for (const reply of [
        await admin.put(`/rest/api/content/${page}/move/append/${home}`),
        await admin.put(`/rest/api/content/${page}`, {
          type: 'page',
          title: 'Leaving',
          version: { number: 2 },
          space: { key: 'AWAY' },
        }),
        await admin.post(`/rest/oxbow/1.0/content/${page}/copy`, { spaceKey: 'AWAY' }),
      ])
        expect([reply.status, reply.json.message]).toEqual([
          403,
          'This space is archived: nothing can be created in it',
        ])
      expect((await admin.get(`/rest/api/content/${page}?expand=space,version`)).json).toMatchObject({
        space: { key: 'FROM' },
        version: { number: 1 },
      })
    })
  },
)
