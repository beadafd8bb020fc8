import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { createPage, movePage, updatePage } from './server/index.ts'

/** More pages link than one transaction rewrites, twice over. */
const LINKERS = 450

const linkTo = (...titles: string[]) =>
  titles.map(title => `<p><ac:link><ri:page ri:content-title="${title}" /></ac:link></p>`).join('')

onEachEngine(
  'a page that hundreds of pages link to',
  () => features,
  wiki => {
    const setUp = async (key: string) => {
      const { admin, app } = wiki()
      for (const each of [key, `${key}2`])
        expect((await admin.post('/rest/api/space', { key: each, name: each })).status).toBe(200)
      const ctx = app.systemContext()
      const spaces = await app.database.read
        .selectFrom('space')
        .select(['id', 'key', 'status'])
        .where('key', 'in', [key, `${key}2`])
        .orderBy('key')
        .execute()
      const [space, other] = spaces
      if (!space || !other) throw new Error('the spaces are missing')
      const page = (title: string, storage: string, parentId: number | null = null) =>
        createPage(ctx, {
          type: 'page',
          status: 'current',
          space,
          parentId,
          title,
          body: { value: storage, representation: 'storage' },
        })
      /** How the linking pages name what they link to, and how often. */
      const named = async () => {
        const rows = await app.database.read
          .selectFrom('content')
          .innerJoin('content_version', join =>
            join
              .onRef('content_version.content_id', '=', 'content.id')
              .onRef('content_version.number', '=', 'content.version'),
          )
          .select('content_version.storage')
          .where('content.space_id', '=', space.id)
          .where('content.title_key', 'like', 'linker %')
          .execute()
        const counts: Record<string, number> = {}
        for (const { storage } of rows) {
          for (const [, attributes = ''] of storage.matchAll(/<ri:page ([^>]*?) ?\/>/g))
            counts[attributes] = (counts[attributes] ?? 0) + 1
        }
        return counts
      }
      return { app, ctx, space, other, page, named }
    }

    it('is linked to by all of them under its latest name, also when it is renamed again meanwhile', async () => {
      const { app, ctx, page, named } = await setUp('MANY')
      const target = await page('First name', '')
      for (let n = 0; n < LINKERS; n++) await page(`Linker ${n}`, linkTo('First name'))
      await updatePage(ctx, target.id, { version: 2, title: 'Second name' })
      await updatePage(ctx, target.id, { version: 3, title: 'Third name' })
      await app.jobs.idle()
      expect(await named()).toEqual({ 'ri:content-title="Third name"': LINKERS })
      // Another case of the same name: the links match the old name and the new one alike.
      await updatePage(ctx, target.id, { version: 4, title: 'THIRD name' })
      await app.jobs.idle()
      expect(await named()).toEqual({ 'ri:content-title="THIRD name"': LINKERS })
    }, 120_000)

    it('is linked to by all of them when it moves to another space, and so is the page below it', async () => {
      const { app, ctx, other, page, named } = await setUp('MOVE')
      const target = await page('Above', '')
      await page('Below', '', target.id)
      for (let n = 0; n < LINKERS; n++) await page(`Linker ${n}`, linkTo('Above', 'Below'))
      await movePage(ctx, target.id, { at: 'topLevel', spaceId: other.id }, other)
      await app.jobs.idle()
      expect(await named()).toEqual({
        'ri:content-title="Above" ri:space-key="MOVE2"': LINKERS,
        'ri:content-title="Below" ri:space-key="MOVE2"': LINKERS,
      })
    }, 120_000)
  },
)
