import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { rebuildIndex } from '#features/search/server/index.ts'
import { features } from '../../server.ts'
import { DIAGRAM_TYPE } from './names.ts'
import { Definitions } from '#diagrams/render/svg.ts'
import { pictureOf } from './server/pictures.ts'
import { boxes, gliffy, viewOf } from './testing/wiki.ts'

onEachEngine(
  'diagrams that fail',
  () => features,
  wiki => {
    beforeAll(() => makeSpace(wiki()))
    afterEach(() => {
      vi.restoreAllMocks()
    })
    const attachDiagram = (page: string, name: string, ...texts: string[]) =>
      attach(wiki().admin, page, name, JSON.stringify(boxes(...texts)), DIAGRAM_TYPE)
    const sourceOf = async (id: string) =>
      await wiki()
        .app.database.read.selectFrom('attachment')
        .select(['sha256', 'size'])
        .where('content_id', '=', Number(id.slice(3)))
        .executeTakeFirstOrThrow()
    const found = async (word: string): Promise<string[]> =>
      (await wiki().admin.get(`/rest/api/search?cql=text+~+"${word}"`)).json.results.map(
        (one: { content: { title: string } }) => one.content.title,
      )

    it('do not hold up the search for what is written after them, nor break the pages that show them', async () => {
      const page = await makePage(wiki(), 'Shows a failure')
      // The renderer draws every valid document: its failure has to be provoked.
      vi.spyOn(Definitions.prototype, 'toString').mockImplementation(() => {
        throw new Error('a mistake of the renderer')
      })
      const { id } = await attachDiagram(page, 'Fails', 'Unrenderable')
      await makePage(wiki(), 'Written after it')
      expect(await found('written')).toEqual(['Written after it'])
      expect(await found('first')).toEqual(['Fails'])
      const here = await makePage(wiki(), 'Here', {
        body: { storage: { value: gliffy({ name: 'Fails', pageid: page }), representation: 'storage' } },
      })
      expect(await viewOf(wiki().admin, here)).toContain('The diagram “Fails” cannot be shown')
      const picture = await wiki().admin.get(`/rest/oxbow/1.0/diagrams/picture/${id.slice(3)}?version=1&scale=2`)
      expect([picture.status, picture.json.message]).toEqual([
        404,
        expect.stringContaining('no diagram that can be shown'),
      ])
    })

    it('leave the index whole where the bytes of one are lost', async () => {
      const { app } = wiki()
      const page = await makePage(wiki(), 'Lost bytes')
      const lost = await attachDiagram(page, 'Lost', 'Thylacine')
      await attachDiagram(page, 'Still there', 'Bilby')
      expect(await found('thylacine')).toEqual(['Lost'])
      await app.blobs.remove((await sourceOf(lost.id)).sha256)
      await rebuildIndex(app)
      expect(await found('bilby')).toEqual(['Still there'])
      expect(await found('thylacine')).toEqual([])
    })

    it('are not even read for a picture that is kept', async () => {
      const { app } = wiki()
      const { id } = await attachDiagram(await makePage(wiki(), 'Kept picture'), 'Kept', 'Numbat')
      const source = await sourceOf(id)
      const drawn = await pictureOf(app, source, { page: 'p1', scale: 1 })
      await app.blobs.remove(source.sha256)
      // Another server of the same wiki, which has nothing in memory.
      expect(await pictureOf({ ...app }, source, { page: 'p1', scale: 1 })).toEqual(drawn)
    })
  },
)
