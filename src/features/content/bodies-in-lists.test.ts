import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const PAGES = 60

onEachEngine(
  'rendered bodies in lists',
  () => features,
  wiki => {
    let parent = ''
    const titles = Array.from({ length: PAGES }, (_, n) => `Page ${n}`)

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'BOD', name: 'Bodies' })
      parent = await wiki().admin.createPage('BOD', 'Parent')
      for (const title of titles)
        await wiki().admin.post('/rest/api/content', {
          type: 'page',
          title,
          space: { key: 'BOD' },
          ancestors: [{ id: parent }],
          body: { storage: { value: `<p>${title}</p>`, representation: 'storage' } },
          metadata: { labels: [{ prefix: 'global', name: 'bodies' }] },
        })
    })

    const cql = encodeURIComponent('space = BOD and title ~ page')
    const lists = (): [path: string, prefix: string][] => [
      ['/rest/api/content?spaceKey=BOD', ''],
      ['/rest/api/space/BOD/content/page?', ''],
      [`/rest/api/content/${parent}/child/page?`, ''],
      [`/rest/api/content/${parent}/descendant/page?`, ''],
      ['/rest/api/content/scan?spaceKey=BOD', ''],
      [`/rest/api/content/search?cql=${cql}`, ''],
      [`/rest/api/search?cql=${cql}`, 'content.'],
    ]

    describe.each([
      ['body.view', 50],
      ['body.export_view', 25],
      ['body.styled_view,body.view', 25],
      ['ancestors.body.view', 50],
    ])('with %s', (expand, most) => {
      it(`are ${most} a page, and the next pages have the others`, async () => {
        for (const [list, prefix] of lists()) {
          const asked = expand.split(',').map(name => prefix + name)
          let path: string | undefined = `${list}&limit=500&expand=${asked.join(',')}`
          const found: string[] = []
          let pages = 0
          while (path !== undefined) {
            const answer = await wiki().admin.get(path)
            expect(answer.status, `${path}: ${answer.text}`).toBe(200)
            const { results, limit, size, _links } = answer.json
            expect(limit, path).toBe(most)
            expect(size, path).toBe(results.length)
            expect(results.length, path).toBeLessThanOrEqual(most)
            for (const one of results) found.push((one.content ?? one).title)
            path = _links.next
            pages++
          }
          expect(pages, list).toBeGreaterThan(1)
          expect(found.filter(title => title.startsWith('Page')).toSorted(), list).toEqual(titles.toSorted())
        }
      })
    })

    it('leave pages of the lists without them as long as they are asked for', async () => {
      for (const [list] of lists()) {
        const answer = await wiki().admin.get(`${list}&limit=500&expand=body.storage,version`)
        expect(answer.json.limit, list).toBe(500)
        expect(answer.json.results.length, list).toBeGreaterThanOrEqual(PAGES)
      }
    })

    it('are limited in versions, too', async () => {
      const answer = await wiki().admin.get(`/rest/api/content/${parent}/version?limit=500&expand=content.body.view`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.json.limit).toBe(50)
    })

    it('are refused where lists within contents have too many', async () => {
      const children = (...views: string[]) =>
        wiki().admin.get(
          `/rest/api/content/${parent}?expand=${views.map(view => `children.page.body.${view}`).join(',')},descendants.page.body.view`,
        )
      const all = await children('view', 'export_view', 'styled_view')
      expect(all.status, all.text).toBe(200)
      expect(all.json.children.page.results).toHaveLength(PAGES)
      const tooMany = await children('view', 'export_view', 'styled_view', 'anonymous_export_view')
      expect(tooMany.status, tooMany.text).toBe(400)
      expect(tooMany.json.message).toContain('more than 250 rendered bodies')
    })
  },
)
