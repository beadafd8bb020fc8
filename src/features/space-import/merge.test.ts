import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import type { ImportReportView } from './contract.ts'
import type { ImportResult } from './server/index.ts'
import { edition } from './testing/editions.ts'
import { importsInto } from './testing/imports.ts'

const FROM = 8_100_000

onEachEngine(
  'a newer export of an imported space',
  () => features,
  wiki => {
    const { get, imported, zipped } = importsInto(wiki)
    const pageAt = (number: number) =>
      get(`/rest/api/content/${FROM + number}?status=any&expand=version,ancestors,body.storage,metadata.labels`)
    const edit = async (number: number, text: string) => {
      const { title, version } = await pageAt(number)
      const reply = await wiki().admin.put(`/rest/api/content/${FROM + number}`, {
        type: 'page',
        title,
        version: { number: version.number + 1 },
        body: { storage: { value: text, representation: 'storage' } },
      })
      expect(reply.status).toBe(200)
    }
    let first: ImportResult
    let second: ImportResult
    let newer: string
    beforeAll(async () => {
      first = await imported(await zipped(edition(FROM, 'first')))
      await edit(4, '<p>four, here</p>')
      await edit(5, '<p>five, here</p>')
      await wiki().admin.delete(`/rest/api/content/${FROM + 9}`)
      await wiki().admin.post('/rest/api/content', { type: 'page', title: 'Made here', space: { key: 'MERGED' } })
      newer = await zipped(edition(FROM, 'second'))
    })

    it('is refused unless it is to bring the space up to date', async () => {
      await expect(imported(newer)).rejects.toThrow(
        'A space already exists with key MERGED: delete it first, import under another key, or bring it up to date',
      )
    })

    it('goes on where it was interrupted, and ends as it would have', async () => {
      const stop = new AbortController()
      const interrupted = imported(newer, {
        update: true,
        signal: stop.signal,
        async progress(done) {
          if (done === 4) stop.abort(new Error('stopped'))
        },
      })
      await expect(interrupted).rejects.toThrow('stopped')
      second = await imported(newer, { update: true })
      expect(second.spaces).toMatchObject([{ key: 'MERGED' }])
    })

    it('brings new versions of what was not changed here, under the new title', async () => {
      expect(await pageAt(3)).toMatchObject({
        title: 'Three, renamed',
        version: { number: 3 },
        body: { storage: { value: '<p>three, later</p>' } },
      })
      const history = await get(`/rest/api/content/${FROM + 3}?status=historical&version=2&expand=body.storage`)
      expect(history.body.storage.value).toBe('<p>three, between</p>')
      // Links here follow the new title.
      expect((await pageAt(4)).body.storage.value).toBe('<p>four, here</p>')
    })

    it('keeps what was changed here, and tells of it where the export has a change too', async () => {
      expect((await pageAt(4)).version.number).toBe(2)
      expect((await pageAt(5)).body.storage.value).toBe('<p>five, here</p>')
      const told = second.report.remarks.filter(({ key }) => key.startsWith('"{{where}}" was changed here'))
      expect(told.map(({ values }) => values)).toEqual([{ where: 'Five' }])
    })

    it('brings new pages to their place, and moves those that were moved there alone', async () => {
      const titlesAbove = async (number: number) =>
        (await pageAt(number)).ancestors.map(({ title }: { title: string }) => title)
      expect(await titlesAbove(8)).toEqual(['Home', 'Two'])
      expect(await titlesAbove(7)).toEqual(['Home', 'Two'])
    })

    it('deletes nothing, and brings nothing back that was deleted here', async () => {
      expect((await pageAt(6)).status).toBe('current')
      expect((await pageAt(9)).status).toBe('trashed')
      expect(second.report.remarks).toContainEqual({
        key: 'Pages that are no longer in the export, and stay here: {{list}}',
        values: { list: 'Six' },
      })
      expect(second.report.remarks).toContainEqual({
        key: 'The page "{{title}}" is in the trash here or was deleted, and stays so',
        values: { title: 'Nine' },
      })
    })

    it('brings new comments, answers and labels to pages, and new versions of comments and files', async () => {
      const comments = await get(`/rest/api/content/${FROM + 3}/child/comment?depth=all&expand=body.storage,ancestors`)
      expect(
        comments.results.map((comment: { body: { storage: { value: string } }; ancestors: unknown[] }) => [
          comment.body.storage.value,
          comment.ancestors.length,
        ]),
      ).toEqual([
        ['<p>remark, later</p>', 0],
        ['<p>answer</p>', 1],
      ])
      const files = await get(`/rest/api/content/${FROM + 3}/child/attachment?expand=version`)
      expect(files.results).toMatchObject([{ title: 'plan.txt', version: { number: 2 } }])
      const file = await wiki().admin.get(`/download/attachments/${FROM + 3}/plan.txt`)
      expect(file.text).toBe('new bytes')
      const labels = (await pageAt(2)).metadata.labels.results.map(({ name }: { name: string }) => name)
      expect(labels).toEqual(['fresh'])
    })

    it('closes a page that is restricted in it', async () => {
      const reader = await wiki().addUser('merge-reader')
      const reads = async (number: number) => (await reader.get(`/rest/api/content/${FROM + number}`)).status
      expect([await reads(3), await reads(2)]).toEqual([200, 404])
      const { restrictions } = await get(`/rest/api/content/${FROM + 2}?expand=restrictions.read.restrictions.group`)
      expect(restrictions.read.restrictions.group.results).toMatchObject([{ name: 'keepers' }])
    })

    it('has a report of what it brought, beside that of the first import', async () => {
      expect(first.report.counts.get('Pages')).toMatchObject({ source: 8, arrived: 8 })
      expect(second.report.counts.get('Pages')).toMatchObject({ source: 1, arrived: 1 })
      expect(second.report.counts.get('Versions')).toMatchObject({ source: 3, arrived: 3 })
      const { results } = await get('/rest/oxbow/1.0/space-imports?limit=100')
      const reports = await Promise.all(
        results
          .filter((run: { spaces: { key: string }[] }) => run.spaces.some(({ key }) => key === 'MERGED'))
          .map(({ id }: { id: string }) => get(`/rest/oxbow/1.0/space-imports/${id}/report`)),
      )
      const pages = reports.map(
        ({ spaces }: ImportReportView) => spaces[0]?.counts.find(({ what }) => what === 'Pages')?.arrived,
      )
      expect(pages).toEqual([1, 8])
    })

    it('changes nothing when the same is imported once more', async () => {
      await expect(imported(newer, { update: true })).rejects.toThrow('The space MERGED was already imported whole')
    })

    it('does not replace a space that was made here', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'OWN', name: 'Own' })
      await expect(imported(newer, { key: 'OWN', update: true })).rejects.toThrow('cannot be brought up to date')
    })
  },
)
