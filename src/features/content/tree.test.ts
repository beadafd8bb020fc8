import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { createUser } from '#features/search/testing/wiki.ts'
import { features } from '../../server.ts'
import type { TreeLevel } from './view-contract.ts'
import { TREE_FAR_SIZE, TREE_SENT_SIZE } from './shared.ts'

const COUNT = TREE_SENT_SIZE + 3 * TREE_FAR_SIZE
const title = (index: number) => `Page ${String(index).padStart(3, '0')}`

onEachEngine(
  'a level of the tree that is longer than a page of it',
  () => features,
  wiki => {
    const ids: string[] = []
    const level = async (page: number, client = wiki().admin): Promise<TreeLevel> => {
      const { json, status, text } = await client.get(`/rest/oxbow/1.0/spaces/LONG/tree?page=${ids[page]}`)
      expect(status, text).toBe(200)
      return (json.levels as TreeLevel[])[1] ?? expect.fail('no level below the home page')
    }

    it('has all its pages', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'LONG', name: 'Long' })
      const home = (await wiki().admin.get('/rest/api/space/LONG?expand=homepage')).json.homepage.id as string
      for (let index = 0; index < COUNT; index++) {
        const { json } = await wiki().admin.post('/rest/api/content', {
          type: 'page',
          title: title(index),
          space: { key: 'LONG' },
          ancestors: [{ id: home }],
        })
        ids.push(json.id as string)
      }
      expect((await level(3)).far).toBeUndefined()
    })
    it.each([
      [TREE_SENT_SIZE, TREE_SENT_SIZE],
      [TREE_SENT_SIZE + TREE_FAR_SIZE, TREE_SENT_SIZE + TREE_FAR_SIZE / 2],
      [COUNT - 1, COUNT - 1 - TREE_FAR_SIZE / 2],
    ])('shows page %i with its neighbours, from offset %i on', async (page, start) => {
      const { nodes, next, far } = await level(page)
      expect(nodes.map(node => node.title)).toEqual(Array.from({ length: TREE_SENT_SIZE }, (_, index) => title(index)))
      expect(next).toBe(TREE_SENT_SIZE)
      const end = Math.min(COUNT, start + TREE_FAR_SIZE)
      expect(far?.start).toBe(start)
      expect(far?.next).toBe(end < COUNT ? end : null)
      expect(far?.nodes.map(node => node.title)).toEqual(
        Array.from({ length: end - start }, (_, index) => title(start + index)),
      )
    })
    it('counts and shows only what the reader may see', async () => {
      const { client } = await createUser(wiki(), 'reader', 'Reader')
      for (const hidden of [5, COUNT - 3]) {
        const { status, text } = await wiki().admin.put(`/rest/api/content/${ids[hidden]}/restriction`, [
          { operation: 'read', restrictions: { user: [{ username: 'admin' }], group: [] } },
        ])
        expect(status, text).toBe(200)
      }
      const { far } = await level(COUNT - 1, client)
      expect(far?.nodes.map(node => node.title)).not.toContain(title(COUNT - 3))
      // Two before it are hidden: it is the last but two of the level that the administrator sees.
      expect((far?.start ?? 0) + (far?.nodes.length ?? 0)).toBe(COUNT - 2)
    })
  },
)
