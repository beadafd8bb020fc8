import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { tinyId } from '#features/content-core/server/read.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const FORM = { 'x-atlassian-token': 'no-check' }

/** A writer's actions on pages that they may not see must look, and end, as if there were none. */
onEachEngine(
  'pages that a writer does not see',
  () => features,
  wiki => {
    let writer: TestPerson
    let hidden = ''
    let own = ''

    const ok = async (reply: Promise<HttpReply>) => {
      const answer = await reply
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    }
    const create = async (client: TestPerson['client'], title: string, more: object = {}, value = `<p>${title}</p>`) =>
      String(
        (
          await ok(
            client.post('/rest/api/content', {
              type: 'page',
              title,
              space: { key: 'UNSEEN' },
              body: { storage: { value, representation: 'storage' } },
              ...more,
            }),
          )
        ).id,
      )

    beforeAll(async () => {
      await ok(wiki().admin.post('/rest/api/space', { key: 'UNSEEN', name: 'Unseen' }))
      writer = await person(wiki(), 'writer')
      hidden = await create(wiki().admin, 'Hidden plan')
      await ok(
        wiki().admin.put(`/rest/api/content/${hidden}/restriction`, [
          { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
        ]),
      )
      own = await create(writer.client, 'Own page')
    })

    it('are no parents of theirs, and are told from none by nothing', async () => {
      const moved = (parent: string) =>
        writer.client.put(`/rest/api/content/${own}`, {
          type: 'page',
          title: 'Own page',
          version: { number: 2 },
          ancestors: [{ id: parent }],
        })
      const [seen, none] = [await moved(hidden), await moved('99999999')]
      expect([seen.status, none.status], seen.text).toEqual([400, 400])
      expect(seen.text.replaceAll(hidden, 'ID')).toBe(none.text.replaceAll('99999999', 'ID'))
      expect((await ok(writer.client.get(`/rest/api/content/${own}?expand=ancestors`))).ancestors).toEqual([])
    })

    it('are not told by their titles', async () => {
      const moved = (targetTitle: string) =>
        writer.client.send(
          'POST',
          '/pages/movepage.action',
          new URLSearchParams({
            pageId: own,
            spaceKey: 'UNSEEN',
            targetTitle,
            position: 'append',
          }),
          FORM,
        )
      const [seen, none] = [await moved('Hidden plan'), await moved('No such plan')]
      expect([seen.status, none.status]).toEqual([404, 404])
      expect(seen.text.replaceAll('Hidden plan', 'TITLE')).toBe(none.text.replaceAll('No such plan', 'TITLE'))
    })

    it('are not told by their tiny links once they are in the trash', async () => {
      const page = await create(wiki().admin, 'Thrown away')
      const tiny = `/x/${tinyId(Number(page))}`
      expect((await writer.client.get(tiny)).headers.get('location')).toBe('/display/UNSEEN/Thrown+away')
      await ok(wiki().admin.delete(`/rest/api/content/${page}`))
      const gone = await writer.client.get(tiny)
      expect([gone.status, gone.headers.get('location')]).toEqual([404, null])
    })

    it('are not shown by a comment that is included by its id when its page is in the trash', async () => {
      const page = await create(wiki().admin, 'Discussed')
      const comment = (
        await ok(
          wiki().admin.post('/rest/api/content', {
            type: 'comment',
            container: { id: page, type: 'page' },
            body: { storage: { value: '<p>what was said</p>', representation: 'storage' } },
          }),
        )
      ).id
      const showing = await create(
        writer.client,
        'Showing',
        {},
        `<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:content-entity ri:content-id="${comment}" /></ac:link></ac:parameter></ac:structured-macro>`,
      )
      const shown = async () =>
        (await ok(writer.client.get(`/rest/api/content/${showing}?expand=body.view`))).body.view.value as string
      expect(await shown()).toContain('what was said')
      await ok(wiki().admin.delete(`/rest/api/content/${page}`))
      expect(await shown()).not.toContain('what was said')
    })

    it('has the rules of titles for drafts that are published under what was typed', async () => {
      const draft = await create(writer.client, 'Draft', { status: 'draft' })
      const type = (title: string) =>
        ok(writer.client.put(`/rest/oxbow/1.0/content/${draft}/draft`, { title, storage: '<p>x</p>', baseVersion: 0 }))
      const publish = () =>
        writer.client.put(`/rest/api/content/${draft}`, { type: 'page', status: 'current', version: { number: 1 } })
      for (const title of ['', 'x'.repeat(900), 'a\u0007b']) {
        await type(title)
        expect((await publish()).status, title).toBe(400)
      }
      await type('  Spaced   out ')
      expect((await ok(publish())).title).toBe('Spaced out')
    })

    it('has no published page below a draft', async () => {
      const draft = await create(writer.client, 'Still a draft', { status: 'draft' })
      const below = await writer.client.post('/rest/api/content', {
        type: 'page',
        title: 'Below a draft',
        space: { key: 'UNSEEN' },
        ancestors: [{ id: draft }],
      })
      expect(below.status, below.text).toBe(400)
      const moved = await writer.client.put(`/rest/api/content/${own}`, {
        type: 'page',
        title: 'Own page',
        version: { number: 2 },
        ancestors: [{ id: draft }],
      })
      expect(moved.status, moved.text).toBe(400)
    })

    it('are not told by the tree: a page with nothing but restricted ones below has none', async () => {
      const parent = await create(wiki().admin, 'Parent')
      const child = await create(wiki().admin, 'Child', { ancestors: [{ id: parent }] })
      const levels = async (client: TestPerson['client']) => {
        const { results } = await ok(client.get('/rest/oxbow/1.0/spaces/UNSEEN/pages?limit=200'))
        return results.find((node: { id: string }) => node.id === parent).hasChildren as boolean
      }
      expect(await levels(writer.client)).toBe(true)
      await ok(
        wiki().admin.put(`/rest/api/content/${child}/restriction`, [
          { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
        ]),
      )
      expect([await levels(writer.client), await levels(wiki().admin)]).toEqual([false, true])
    })
  },
)
