import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { entities, object, objectsOf } from './testing/export.ts'
import { importsInto } from './testing/imports.ts'

const FIRST = 7_300_000
const SECOND = 7_310_000

onEachEngine(
  'an export of several spaces',
  () => features,
  wiki => {
    const { get, imported, previewed, zipped } = importsInto(wiki)
    let path: string
    beforeAll(async () => {
      const link = `<p><a href="/pages/viewpage.action?pageId=${FIRST + 1}">first</a></p>`
      const named = ['@home', 'Nowhere'].map(title => `<ac:link><ri:page ri:content-title="${title}" /></ac:link>`)
      const more = [
        object('PageTemplate', 77, { name: 'Of all', content: '<p>site</p>', bodyType: 2 }),
        object('Page', SECOND + 900, { title: 'Links', version: 1, space: { of: 'Space', id: SECOND } }),
        object('BodyContent', SECOND + 901, {
          body: `${link}<p>${named.join('')}</p>`,
          content: { of: 'Page', id: SECOND + 900 },
          bodyType: 2,
        }),
      ]
      const xml = objectsOf([entities('FIRST', FIRST), entities('SECOND', SECOND)])
      path = await zipped({
        'entities.xml': xml.replace('</hibernate-generic>', `${more.join('')}</hibernate-generic>`),
        'exportDescriptor.properties': 'exportType=all\n',
      })
    })

    it('goes on where it was interrupted, with what is there, and ends as it would have', async () => {
      // The first page of the first space gets another id, which the second space must know when it goes on.
      await wiki().admin.post('/rest/api/space', { key: 'TAKEN', name: 'Taken' })
      await imported(await zipped({ 'entities.xml': entities('EARLY', FIRST, 1) }))
      const stop = new AbortController()
      const interrupted = imported(path, {
        signal: stop.signal,
        async progress(done) {
          if (done === 6) stop.abort(new Error('stopped'))
        },
      })
      await expect(interrupted).rejects.toThrow('stopped')
      const { report, spaces } = await imported(path)
      expect(spaces.map(({ key }) => key)).toEqual(['SECOND'])
      expect(report.remarks).toContainEqual({
        key: 'The space {{key}} was already imported and stays as it is',
        values: { key: 'FIRST' },
      })
      // The cloud means the home page of the space by `@home`.
      const broken = report.remarks.filter(({ key }) => key.includes('links to'))
      expect(broken.map(({ values }) => values?.['title'])).toEqual(['Nowhere'])
      const titles = (await get('/rest/api/content?spaceKey=SECOND&limit=100')).results.length
      expect(titles).toBe(5)
      const [page] = (await get('/rest/api/content?spaceKey=FIRST&title=FIRST%201')).results
      expect(page.id).not.toBe(String(FIRST + 1))
      const [links] = (await get('/rest/api/content?spaceKey=SECOND&title=Links&expand=body.storage')).results
      expect(links.body.storage.value).toContain(`pageId=${page.id}"`)
      expect(
        (await get('/rest/experimental/template/page')).results.map(({ name }: { name: string }) => name),
      ).toContain('Of all')
    })

    it('is not imported again once all of it is there', async () => {
      await expect(imported(path)).rejects.toThrow(
        'The spaces FIRST, SECOND were already imported whole from this file',
      )
    })

    it('has its spaces named by those who choose', async () => {
      const unknown = new Map([
        ['NOPE', 'NOPE'],
        ['first', 'first'],
        ['NADA', 'NADA'],
      ])
      await expect(imported(path, { keys: unknown })).rejects.toThrow(
        'The export holds no space with key NOPE, NADA. Its spaces: FIRST, SECOND',
      )
      await expect(imported(path, { key: 'ONE' })).rejects.toThrow('by --space KEY=NEW. Its spaces: FIRST, SECOND')
      const { spaces } = await previewed(path, { keys: new Map([['first', 'first']]) })
      expect(spaces).toMatchObject([{ key: 'FIRST', outcome: 'done' }])
    })

    it('gives one of its spaces one key', async () => {
      const keys = new Map([
        ['first', 'ONCE'],
        ['FIRST', 'AGAIN'],
      ])
      await expect(imported(path, { keys })).rejects.toThrow('The space FIRST is chosen more than once')
    })
  },
)
