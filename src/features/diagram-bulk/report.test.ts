import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { DRAWIO_TYPE } from '#features/diagrams/server/index.ts'
import { boxes, drawio, drawioFile, gliffy, saved, UNKNOWN_SHAPE } from '#features/diagrams/testing/wiki.ts'
import { features } from '../../server.ts'
import type { ReportedDiagram } from './contract.ts'
import { fillSummaries } from './server/summaries.ts'

const REPORT = '/rest/oxbow/1.0/diagrams/report'

onEachEngine(
  'the report of all diagrams',
  () => features,
  wiki => {
    let ada: HttpClient
    let owner: string
    let other: string
    const storage = (value: string) => ({ body: { storage: { value, representation: 'storage' } } })
    const report = async (query = '') => {
      await wiki().app.events.settled('diagram-summaries')
      const reply = await wiki().admin.get(`${REPORT}?${query}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as { results: ReportedDiagram[]; nextCursor: string | null }
    }
    const entry = async (name: string) => (await report()).results.find(diagram => diagram.name === name)

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      owner = await makePage(wiki(), 'Owner', storage(gliffy({ name: 'Flow' })))
      await saved(ada, owner, 'Flow', boxes('One'))
      await saved(ada, owner, 'Flow', boxes('One', 'Two'), 1)
      await saved(ada, owner, 'Alpha, "quoted"', boxes('A much longer text that makes the file larger than the others'))
      other = await makePage(
        wiki(),
        'Other',
        storage(gliffy({ name: 'Flow', pageid: owner }) + gliffy({ name: 'Flow', pageid: owner, version: '1' })),
      )
    })

    it('tells where each diagram is, its size, versions and uses', async () => {
      const { results } = await report()
      expect(results.map(({ name }) => name)).toEqual(['Alpha, "quoted"', 'Flow'])
      const size = Number(
        (await ada.get(`/rest/api/content/${owner}/child/attachment?filename=Flow`)).json.results[0].extensions
          .fileSize,
      )
      expect(results[1]).toMatchObject({
        page: { id: owner, title: 'Owner' },
        space: { key: 'FILES' },
        size,
        versions: 2,
        uses: 2,
        origin: 'oxbow',
        approximations: 0,
      })
      expect(results[0]).toMatchObject({ versions: 1, uses: 0 })
    })

    it('sorts by each column and pages by cursor, without leaving out or repeating one', async () => {
      for (let number = 0; number < 5; number++) await saved(ada, owner, `Many ${number}`, boxes('Same'))
      for (const sort of ['name', 'size', 'versions', 'uses', 'approximations', 'changed']) {
        for (const direction of ['ascending', 'descending']) {
          const order = `sort=${sort}&direction=${direction}`
          const whole = (await report(`${order}&limit=200`)).results.map(({ name }) => name)
          const parts: string[] = []
          for (let cursor: string | null = ''; cursor !== null;) {
            const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
            const part = await report(`${order}&limit=2${from}`)
            parts.push(...part.results.map(({ name }) => name))
            cursor = part.nextCursor
          }
          expect(parts, order).toEqual(whole)
          expect(new Set(parts).size, order).toBe(7)
        }
      }
      expect((await report('sort=uses&direction=descending')).results[0]?.name).toBe('Flow')
      expect((await wiki().admin.get(`${REPORT}?sort=size&cursor=1-x`)).status).toBe(400)
    })

    it('finds by the words of diagram and page, and by the key of a space', async () => {
      expect((await report('words=quoted+owner')).results.map(({ name }) => name)).toEqual(['Alpha, "quoted"'])
      expect((await report('words=files')).results).toHaveLength(7)
      expect((await report('words=100%25')).results).toEqual([])
    })

    it('follows renames, changed texts, the trash and what came back of it', async () => {
      expect((await entry('Flow'))?.uses).toBe(2)
      const version = (await wiki().admin.get(`/rest/api/content/${other}`)).json.version.number as number
      await wiki().admin.put(`/rest/api/content/${other}`, {
        type: 'page',
        title: 'Other',
        version: { number: version + 1 },
        ...storage('<p>none</p>'),
      })
      expect((await entry('Flow'))?.uses).toBe(1)
      const third = await makePage(wiki(), 'Third', storage(gliffy({ name: 'Flow', pageid: owner })))
      expect((await entry('Flow'))?.uses).toBe(2)
      await wiki().admin.delete(`/rest/api/content/${third}`)
      expect((await entry('Flow'))?.uses).toBe(1)
      const id = (await entry('Flow'))?.attachmentId ?? ''
      await wiki().admin.post(
        `/rest/api/content/${owner}/child/attachment/${id}/move?newName=Stream&newContentId=${owner}`,
      )
      expect(await entry('Flow')).toBeUndefined()
      expect(await entry('Stream')).toMatchObject({ uses: 1, versions: 2 })
    })

    it('is made anew by the job of the night as it stands', async () => {
      const before = await report()
      const { app } = wiki()
      await app.database.transaction(({ db }) => db.deleteFrom('diagram_summary').execute())
      expect((await report()).results).toEqual([])
      await fillSummaries({ app, signal: new AbortController().signal, progress: async () => undefined })
      expect(await report()).toEqual(before)
    })

    it('counts what is shown otherwise than in the file of another program, also after it was saved here', async () => {
      await attach(ada, owner, 'Old', UNKNOWN_SHAPE, 'application/gliffy+json')
      const old = await entry('Old')
      expect(old).toMatchObject({ origin: 'gliffy' })
      expect(old?.approximations).toBeGreaterThan(0)
      await saved(ada, owner, 'Old', boxes('Now ours'), 1)
      expect(await entry('Old')).toMatchObject({ origin: 'oxbow', versions: 2, approximations: old?.approximations })
      const listed = await wiki().admin.get(`${REPORT}/${old?.attachmentId}/approximations`)
      expect(listed.json).toMatchObject({ total: old?.approximations })
      expect(listed.json.results[0].message).toMatch(/unheard/)
    })

    it('has the files of draw.io, and what was shown otherwise after they were saved here', async () => {
      const page = await makePage(wiki(), 'Network', storage(drawio({ diagramName: 'Net' })))
      const file = drawioFile('Router').replace('rounded=0', 'shape=mxgraph.unheard.of')
      await attach(ada, page, 'Net', file, DRAWIO_TYPE)
      const net = await entry('Net')
      expect(net).toMatchObject({ origin: 'drawio', uses: 1 })
      expect(net?.approximations).toBeGreaterThan(0)
      await saved(ada, page, 'Net', boxes('Now ours'), 1)
      expect(await entry('Net')).toMatchObject({ origin: 'oxbow', approximations: net?.approximations })
    })

    it('is a file of comma-separated values that spreadsheets do not compute', async () => {
      await saved(ada, owner, '=1+1', boxes('x'))
      await wiki().app.events.settled('diagram-summaries')
      const reply = await wiki().admin.get(`${REPORT}.csv?sort=name`)
      expect(reply.headers.get('content-type')).toBe('text/csv;charset=UTF-8')
      expect(reply.headers.get('content-disposition')).toBe('attachment; filename="diagrams.csv"')
      const lines = reply.text.replace('\ufeff', '').split('\r\n')
      expect(lines[0]).toMatch(/^Diagram,Page,Address,/)
      expect(reply.text).toContain('\r\n"Alpha, ""quoted""",Owner,http')
      expect(reply.text).toContain(`\r\n'=1+1,Owner,`)
      expect(lines).toHaveLength((await report('limit=200')).results.length + 2)
    })

    it('is nobody’s but administrators’', async () => {
      const { attachmentId = '' } = (await entry('Stream')) ?? {}
      for (const path of [REPORT, `${REPORT}.csv`, `${REPORT}/${attachmentId}/approximations`]) {
        expect((await ada.get(path)).status).toBe(403)
        expect((await wiki().anonymous.get(path)).status).toBe(401)
      }
      expect((await wiki().admin.get(`${REPORT}/999999/approximations`)).status).toBe(404)
    })
  },
)
