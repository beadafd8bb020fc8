import { CompiledQuery } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { statementsOf } from '#platform/server/testing/statements.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const PAGES = 12
const FEW = 4

/** The cost of a list must not depend on how many entries it shows: each statement is a round trip on PostgreSQL. */
onEachEngine(
  'statements of a list',
  () => features,
  wiki => {
    let reader: HttpClient
    const ids: string[] = []

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'MANY', name: 'Many' })
      reader = (await person(wiki(), 'reader')).client
      const create = async (input: object, text: string) => {
        const reply = await wiki().admin.post('/rest/api/content', {
          ...input,
          body: { storage: { value: `<p>${text}</p>`, representation: 'storage' } },
        })
        if (reply.status !== 200) throw new Error(reply.text)
        return String(reply.json.id)
      }
      // A chain, so that each has different ancestors and a child.
      for (let number = 0; number < PAGES; number++) {
        const id = await create(
          {
            type: 'page',
            title: `Page ${number}`,
            space: { key: 'MANY' },
            ...(ids.length > 0 && { ancestors: [{ id: ids.at(-1) }] }),
            metadata: { labels: [{ name: `label${number}` }] },
          },
          `Text ${number}`,
        )
        ids.push(id)
        for (const say of ['one', 'two'])
          await create({ type: 'comment', container: { id, type: 'page' } }, `${say} about ${number}`)
        await attach(wiki().admin, id, `file ${number}.txt`, 'text')
      }
      for (let number = 0; number < PAGES; number++)
        await create({ type: 'comment', container: { id: ids[0], type: 'page' } }, `More ${number}`)
    })

    async function counted(path: string, limit: number): Promise<number> {
      const read = () => reader.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}`)
      // Once with the stored HTML, and once more as if something had been written since.
      expect((await read()).json.results.length).toBeGreaterThanOrEqual(limit)
      wiki().app.database.invalidate()
      return (await statementsOf(wiki(), read)).length
    }

    /** How many more twelve entries take than four. Looking up the user once a second allows for a few. */
    async function surplus(path: string): Promise<number> {
      return (await counted(path, PAGES)) - (await counted(path, FEW))
    }

    it.each([
      'ancestors',
      'children.page',
      'children.comment',
      'children.attachment',
      'children.page.children.comment.body.view',
      'children.comment.version,history',
      'body.view',
      'body.export_view',
      'body.storage,version,space,history.lastUpdated,history.previousVersion,history.contributors',
      'container',
      'operations',
      'metadata.labels,metadata.properties,metadata.currentuser',
      'restrictions.read.restrictions.user,restrictions.update.restrictions.group',
    ])('are as many for %s of four as of twelve pages', async expand => {
      expect(await surplus(`/rest/api/content?spaceKey=MANY&ids=${ids.join(',')}&expand=${expand}`)).toBeLessThan(
        PAGES - FEW,
      )
    })

    it.each([
      ['comments', () => `/rest/oxbow/1.0/content/${ids[0]}/comments`],
      [
        'comments over REST',
        () =>
          `/rest/api/content/${ids[0]}/child/comment?depth=all&expand=body.view,version,extensions.resolution,ancestors,container`,
      ],
      ['a scan', () => '/rest/api/content/scan?spaceKey=MANY&expand=body.view,ancestors'],
      ["a space's content", () => '/rest/api/space/MANY/content/page?expand=body.storage,children.attachment'],
      [
        'a search',
        () => '/rest/api/content/search?cql=space=MANY+and+type=page&expand=body.view,ancestors,metadata.labels',
      ],
      ['attachments', () => '/rest/oxbow/1.0/spaces/MANY/attachments'],
      ['changes', () => '/rest/oxbow/1.0/recently-updated?spaceKey=MANY'],
    ])('are as many for a short as for a long list of %s', async (_, path) => {
      expect(await surplus(path())).toBeLessThan(PAGES - FEW)
    })

    it.each([
      '/rest/api/content',
      '/rest/api/content?start=9',
      '/rest/api/content?spaceKey=MANY',
      '/rest/api/content?type=blogpost',
      '/rest/api/content?status=trashed',
      '/rest/api/content/scan',
      '/rest/api/content/scan?cursor=content:65540',
      '/rest/api/space/MANY/content/page',
      '/rest/api/content/{first}?expand=children.page',
      '/rest/api/content/{first}?expand=children.attachment',
      '/rest/api/content/{first}/child/page',
    ])('are in the order of an index for %s: nothing is sorted for a part of a list', async path => {
      const { app, engine } = wiki()
      const lists = (await statementsOf(wiki(), () => reader.get(path.replace('{first}', ids[0] ?? '')))).filter(
        ({ sql }) => /^select .* from "content" .* limit /s.test(sql),
      )
      expect(lists).toHaveLength(1)
      // PostgreSQL plans by how many rows there are, which here are few.
      if (engine === 'postgres') return
      const { rows } = await app.database.read.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${lists[0]?.sql}`, [...lists[0]!.parameters]),
      )
      expect(rows.map(row => row.detail).join('\n')).not.toMatch(/TEMP B-TREE|SCAN content/)
    })

    it('shows the same below a page whether it is asked for alone or in a list', async () => {
      const expand = 'ancestors,children.page,children.comment.body.view,children.attachment,body.view'
      const { results } = (
        await reader.get(`/rest/api/content?spaceKey=MANY&ids=${ids.slice(0, 3).join(',')}&expand=${expand}`)
      ).json
      for (const listed of results) {
        const { _links: _, ...alone } = (await reader.get(`/rest/api/content/${listed.id}?expand=${expand}`)).json
        expect(listed).toMatchObject(alone)
      }
      expect(results[1].ancestors.map((row: { id: string }) => row.id)).toEqual([ids[0]])
      expect(results[1].children.page.results.map((row: { id: string }) => row.id)).toEqual([ids[2]])
      expect(results[0].children.comment.size).toBe(PAGES + 2)
      expect(results[0].children.comment.results[0].body.view.value).toBe('<p>one about 0</p>')
      expect(results[2].children.attachment.results.map((row: { title: string }) => row.title)).toEqual(['file 2.txt'])
    })
  },
)
