import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { createPage, movePage, updatePage } from '#features/content-core/server/write.ts'
import { features } from '../../server.ts'

/** More pages link than one transaction rewrites: the same ones to what is renamed and to what is moved. */
const LINKERS = 250

const linkTo = (...titles: string[]) =>
  titles.map(title => `<p><ac:link><ri:page ri:content-title="${title}" /></ac:link></p>`).join('')

onEachEngine(
  'a page that hundreds of pages link to',
  () => features,
  wiki => {
    const spaceOf = (key: string) =>
      wiki()
        .app.database.read.selectFrom('space')
        .select(['id', 'key', 'status'])
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    let space: Awaited<ReturnType<typeof spaceOf>>
    let other: Awaited<ReturnType<typeof spaceOf>>
    let renamed = 0
    let moved = 0

    beforeAll(async () => {
      const { admin, app } = wiki()
      for (const key of ['MANY', 'OTHER']) await admin.post('/rest/api/space', { key, name: key })
      space = await spaceOf('MANY')
      other = await spaceOf('OTHER')
      const page = async (title: string, value: string, parentId: number | null = null) => {
        const body = { value, representation: 'storage' } as const
        const made = { type: 'page', status: 'current', space, parentId, title, body } as const
        return (await createPage(app.systemContext(), made)).id
      }
      renamed = await page('First name', '')
      moved = await page('Above', '')
      await page('Below', '', moved)
      for (let n = 0; n < LINKERS; n++) await page(`Linker ${n}`, linkTo('First name', 'Above', 'Below'))
    })

    /** How the linking pages name what they link to by one of these titles, and how often. */
    const named = async (...titles: string[]) => {
      const rows = await wiki()
        .app.database.read.selectFrom('content')
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
          if (titles.some(title => attributes.toLowerCase().includes(title)))
            counts[attributes] = (counts[attributes] ?? 0) + 1
      }
      return counts
    }

    it('is linked to by all of them under its latest name, also when it is renamed again meanwhile', async () => {
      const { app } = wiki()
      const ctx = app.systemContext()
      const rename = async (version: number, title: string) =>
        updatePage(ctx, await requireContent(ctx, renamed), { version, title })
      await rename(2, 'Second name')
      await rename(3, 'Third name')
      await app.jobs.idle()
      expect(await named('name')).toEqual({ 'ri:content-title="Third name"': LINKERS })
      // Another case of the same name: the links match the old name and the new one alike.
      await rename(4, 'THIRD name')
      await app.jobs.idle()
      expect(await named('name')).toEqual({ 'ri:content-title="THIRD name"': LINKERS })
    })

    it('is linked to by all of them when it moves to another space, and so is the page below it', async () => {
      const { app } = wiki()
      await movePage(app.systemContext(), moved, { at: 'topLevel', spaceId: other.id }, other)
      await app.jobs.idle()
      expect(await named('above', 'below')).toEqual({
        'ri:content-title="Above" ri:space-key="OTHER"': LINKERS,
        'ri:content-title="Below" ri:space-key="OTHER"': LINKERS,
      })
    })
  },
)
