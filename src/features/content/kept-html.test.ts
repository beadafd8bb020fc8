import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'HTML that is kept for all readers',
  () => features,
  wiki => {
    let reader: TestPerson

    const ok = async (reply: Promise<HttpReply>) => {
      const answer = await reply
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    }
    const create = async (key: string, title: string, value: string, parent?: string) =>
      String(
        (
          await ok(
            wiki().admin.post('/rest/api/content', {
              type: 'page',
              title,
              space: { key },
              body: { storage: { value, representation: 'storage' } },
              ...(parent ? { ancestors: [{ id: parent }] } : {}),
            }),
          )
        ).id,
      )
    const close = (id: string) =>
      ok(
        wiki().admin.put(`/rest/api/content/${id}/restriction`, [
          { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
        ]),
      )
    const shownTo = async (client: TestPerson['client'], id: string): Promise<string> =>
      (await ok(client.get(`/rest/api/content/${id}?expand=body.view`))).body.view.value
    const link = (title: string, key = 'KEPT') =>
      `<p><ac:link><ri:page ri:space-key="${key}" ri:content-title="${title}" /></ac:link></p>`
    const including = (title: string) =>
      `<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="${title}" /></ac:link></ac:parameter></ac:structured-macro>`

    beforeAll(async () => {
      await ok(wiki().admin.post('/rest/api/space', { key: 'KEPT', name: 'Kept' }))
      await ok(wiki().admin.post('/rest/api/space/_private', { key: 'INNER', name: 'Inner' }))
      reader = await person(wiki(), 'reader')
    })

    it('tells who may read a space of a link into it, whoever opened the page first', async () => {
      await create('INNER', 'Minutes', '<p>Minutes</p>')
      const page = await create('KEPT', 'Agenda', link('Minutes', 'INNER'))
      expect(await shownTo(reader.client, page)).toContain('createlink')
      expect(await shownTo(wiki().admin, page)).toContain('href="/display/INNER/Minutes"')
      expect(await shownTo(reader.client, page)).toContain('createlink')
    })

    it('shows nothing of a page that is closed, however many pages it is included through', async () => {
      const source = await create('KEPT', 'Source', '<p>the figures</p>')
      const middle = await create('KEPT', 'Middle', including('Source'))
      const outer = await create('KEPT', 'Outer', including('Middle'))
      expect(await shownTo(reader.client, outer)).toContain('the figures')
      await close(source)
      for (const id of [middle, outer]) expect(await shownTo(reader.client, id)).not.toContain('the figures')
      expect(await shownTo(wiki().admin, outer)).toContain('the figures')
    })

    it('has no link to what a restriction above it closes', async () => {
      const above = await create('KEPT', 'Above', '<p>x</p>')
      const below = await create('KEPT', 'Below', '<p>x</p>', above)
      const linking = await create('KEPT', 'Linking', link('Below'))
      const byId = await create(
        'KEPT',
        'Linking by id',
        `<p><ac:link><ri:content-entity ri:content-id="${below}" /></ac:link></p>`,
      )
      expect(await shownTo(reader.client, linking)).toContain(`data-linked-resource-id="${below}"`)
      await close(above)
      for (const id of [linking, byId])
        expect(await shownTo(reader.client, id)).not.toContain('data-linked-resource-id')
      expect(await shownTo(wiki().admin, linking)).toContain(`data-linked-resource-id="${below}"`)
      await ok(wiki().admin.delete(`/rest/api/content/${above}/restriction`))
      expect(await shownTo(reader.client, linking)).toContain(`data-linked-resource-id="${below}"`)
    })
  },
)
