import { expect, it } from 'vitest'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

type Operation = 'read' | 'update'

onEachEngine(
  'what a page tells of its restrictions',
  () => features,
  wiki => {
    let made = 0
    const create = async (parent?: string) => {
      const reply = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: `Page ${++made}`,
        space: { key: 'STATE' },
        ...(parent && { ancestors: [{ id: parent }] }),
      })
      expect(reply.status, reply.text).toBe(200)
      return reply.json.id as string
    }
    const restrict = async (id: string, operations: readonly Operation[]) => {
      const user = [{ type: 'known', username: ADMIN.username }]
      const reply = await wiki().admin.put(
        `/rest/api/content/${id}/restriction`,
        (['read', 'update'] as const).map(operation => ({
          operation,
          restrictions: { user: operations.includes(operation) ? user : [], group: [] },
        })),
      )
      expect(reply.status, reply.text).toBe(200)
    }
    const told = async (id: string) => {
      const { json } = await wiki().admin.get(`/rest/oxbow/1.0/pages/${id}`)
      const document = (
        await wiki().admin.send('GET', `/pages/viewpage.action?pageId=${id}`, undefined, { accept: 'text/html' })
      ).text
      return [
        json.restricted,
        /id="content-metadata-page-restrictions" class="ox-restricted (\w+)"/.exec(document)?.[1],
      ]
    }

    it.each<[own: Operation[], above: Operation[], state: string, mark: string | undefined]>([
      [[], [], 'no', undefined],
      [['read'], [], 'explicit', 'restricted'],
      [['update'], [], 'explicit', 'restricted'],
      [['read', 'update'], [], 'explicit', 'restricted'],
      [[], ['read'], 'inherited', 'inherited'],
      [['read'], ['read'], 'explicit', 'restricted'],
      [['update'], ['read'], 'explicit', 'restricted'],
      // The editors of a page say nothing of those below it.
      [[], ['update'], 'no', undefined],
      [['update'], ['update'], 'explicit', 'restricted'],
    ])('restricted itself for %j, above for %j: %s [V4.14-01] [V4.14-02]', async (own, above, state, mark) => {
      await wiki().admin.post('/rest/api/space', { key: 'STATE', name: 'State' })
      const parent = await create()
      const between = await create(parent)
      const page = await create(between)
      expect(await told(page)).toEqual(['no', undefined])
      await restrict(parent, above)
      await restrict(page, own)
      expect(await told(page)).toEqual([state, mark])
      await restrict(parent, [])
      await restrict(page, [])
      expect(await told(page)).toEqual(['no', undefined])
    })
  },
)
