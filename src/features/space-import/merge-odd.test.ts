import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import type { ImportResult } from './server/index.ts'
import { exportOf, type SketchedPage } from './testing/editions.ts'
import { importsInto } from './testing/imports.ts'

const TOP: SketchedPage = { number: 1, title: 'Top' }

onEachEngine(
  'a newer export with odd changes',
  () => features,
  wiki => {
    const { get, imported, zipped } = importsInto(wiki)
    const first = async (key: string, from: number, pages: readonly SketchedPage[]) =>
      imported(await zipped(exportOf(key, from, pages)))
    const newer = async (key: string, from: number, pages: readonly SketchedPage[]) =>
      imported(await zipped(exportOf(key, from, pages)), { update: true })
    const titleOf = async (id: number) => (await get(`/rest/api/content/${id}`)).title as string
    const textOf = async (id: number) =>
      (await get(`/rest/api/content/${id}?expand=body.storage`)).body.storage.value as string
    const remarksOf = ({ report }: ImportResult) => report.remarks.map(({ key }) => key)
    const reading = async (name: string) => {
      const reader = await wiki().addUser(name)
      return async (id: number) => (await reader.get(`/rest/api/content/${id}`)).status
    }

    it('brings what was left out before: bytes, texts, and drafts that were published', async () => {
      const from = 8_500_000
      const page = (isLater: boolean): SketchedPage => ({
        ...TOP,
        comments: [
          { number: 20, text: isLater ? '<p>now it says something</p>' : '' },
          { number: 21, text: '<p>was a draft</p>', status: isLater ? 'current' : 'draft' },
        ],
        files: [{ number: 30, name: 'late.txt', ...(isLater && { bytes: 'there' }) }],
      })
      await first('LATER', from, [page(false)])
      await newer('LATER', from, [page(true)])
      const comments = await get(`/rest/api/content/${from + 1}/child/comment`)
      expect(comments.results).toHaveLength(2)
      expect((await wiki().admin.get(`/download/attachments/${from + 1}/late.txt`)).text).toBe('there')
    })

    it('keeps closed what a restricted page above kept closed', async () => {
      const from = 8_510_000
      const closed: SketchedPage = { number: 2, title: 'Closed', above: 1, restricted: ['View'] }
      const moved: SketchedPage = { number: 3, title: 'Moved', above: 1 }
      await first('TORN', from, [TOP, closed, moved])
      await wiki().admin.delete(`/rest/api/content/${from + 2}`)
      const result = await newer('TORN', from, [
        TOP,
        closed,
        { ...moved, above: 2, texts: ['<p>Moved</p>', '<p>for few</p>'] },
        { number: 4, title: 'Added', above: 2 },
      ])
      const status = await reading('torn-reader')
      expect([await status(from + 1), await status(from + 4)]).toEqual([200, 404])
      // A page that was open before stays so, without its news.
      expect([await status(from + 3), await textOf(from + 3)]).toEqual([200, '<p>Moved</p>'])
      expect(remarksOf(result)).toEqual(
        expect.arrayContaining([
          'No user sees the page "{{title}}" here until its restriction is changed: the restricted page above it is not here',
          '"{{where}}" is below a restricted page in the export, and not here; what is new in it was left out',
        ]),
      )
    })

    it('adds a restriction of reading beside one of editing, together with the text', async () => {
      const from = 8_520_000
      await first('BOTH', from, [TOP, { number: 2, title: 'Two', above: 1, restricted: ['Edit'] }])
      const texts = ['<p>Two</p>', '<p>secret</p>']
      await newer('BOTH', from, [TOP, { number: 2, title: 'Two', above: 1, restricted: ['Edit', 'View'], texts }])
      const status = await reading('both-reader')
      expect([await status(from + 1), await status(from + 2)]).toEqual([200, 404])
    })

    it('passes titles on from page to page, and links with them', async () => {
      const from = 8_530_000
      const link = (title: string) => `<p><ac:link><ri:page ri:content-title="${title}" /></ac:link></p>`
      await first('TITLES', from, [
        TOP,
        { number: 2, title: 'Plan', above: 1 },
        { number: 4, title: 'Links', above: 1, texts: [link('Plan')] },
      ])
      const texts = ['<p>Plan</p>', '<p>old plan</p>']
      await newer('TITLES', from, [
        TOP,
        { number: 3, title: 'Plan', above: 1 },
        { number: 4, title: 'Links', above: 1, texts: [link('Plan'), link('Plan') + link('Plan 2019')] },
        { number: 2, title: 'Plan 2019', above: 1, texts },
      ])
      expect([await titleOf(from + 2), await titleOf(from + 3)]).toEqual(['Plan 2019', 'Plan'])
      expect(await textOf(from + 4)).toBe(link('Plan') + link('Plan 2019'))
    })

    it('keeps the number of a title that is taken here', async () => {
      const from = 8_540_000
      const page = (title: string, ...texts: string[]): SketchedPage => ({ number: 2, title, above: 1, texts })
      await first('NUMBERED', from, [TOP, page('Old', '<p>1</p>')])
      await wiki().admin.post('/rest/api/content', { type: 'page', title: 'Taken', space: { key: 'NUMBERED' } })
      const second = await newer('NUMBERED', from, [TOP, page('Taken', '<p>1</p>', '<p>2</p>')])
      expect(await titleOf(from + 2)).toBe('Taken (2)')
      expect(remarksOf(second)).toContain(
        'The page "{{title}}" is called "{{name}}" here, since another page has its title',
      )
      await newer('NUMBERED', from, [TOP, page('Taken', '<p>1</p>', '<p>2</p>', '<p>3</p>')])
      expect([await titleOf(from + 2), await textOf(from + 2)]).toEqual(['Taken (2)', '<p>3</p>'])
    })

    it('names files that have another name or page there, and leaves them where they are', async () => {
      const from = 8_550_000
      const file = (name: string) => ({ files: [{ number: 30, name, bytes: 'bytes' }] })
      const two: SketchedPage = { number: 2, title: 'Two', above: 1 }
      await first('FILES', from, [{ ...TOP, ...file('plan.txt') }, two])
      const renamed = await newer('FILES', from, [{ ...TOP, ...file('plan-old.txt') }, two])
      expect(remarksOf(renamed)).toContain(
        'The file "{{file}}" of "{{where}}" is called "{{name}}" in the export, and keeps its name here',
      )
      const moved = await newer('FILES', from, [TOP, { ...two, ...file('plan.txt') }])
      expect(remarksOf(moved)).toContain(
        'The file "{{file}}" is on another page here than in the export, and stays there',
      )
      expect((await get(`/rest/api/content/${from + 1}/child/attachment`)).results).toMatchObject([
        { title: 'plan.txt' },
      ])
    })

    it('is refused while another run works on the space, and after an interruption gives way to a newer one', async () => {
      const from = 8_560_000
      const two: SketchedPage = { number: 2, title: 'Two', above: 1 }
      await first('TWICE', from, [TOP, two])
      const path = await zipped(exportOf('TWICE', from, [TOP, two, { number: 3, title: 'Three', above: 1 }]))
      const stop = new AbortController()
      const interrupted = imported(path, {
        update: true,
        signal: stop.signal,
        async progress(done) {
          if (done !== 1) return
          await expect(imported(path, { update: true })).rejects.toThrow('is being imported by another run')
          stop.abort(new Error('stopped'))
        },
      })
      await expect(interrupted).rejects.toThrow('stopped')
      await newer('TWICE', from, [TOP, two, { number: 4, title: 'Four', above: 1 }])
      const pages = await get('/rest/api/content?spaceKey=TWICE')
      expect(pages.results.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Four', 'Top', 'Two'])
    })
  },
)
