import { beforeAll, expect, it } from 'vitest'
import {
  allStatementsOf,
  costUntilSettled,
  settle,
  statementsOf,
  type Cost,
} from '#platform/server/testing/statements.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

/** Statements of authentication, whose result is remembered for a second. */
const AUTHENTICATION =
  /^select (?:\* from "account" where "id" = |"group_id" from "membership"|"permission" from "global_permission")/

/** Each statement is a round trip on PostgreSQL. A number here may fall, and grows only for a reason. */
onEachEngine(
  'statements of one call',
  () => features,
  wiki => {
    let writer: HttpClient
    let id: string
    let version = 1

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'ONE', name: 'One' })
      writer = (await person(wiki(), 'writer')).client
      id = await create('Child', await create('Parent'))
    })

    async function create(title: string, parentId?: string): Promise<string> {
      const reply = await writer.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'ONE' },
        ...(parentId !== undefined && { ancestors: [{ id: parentId }] }),
        body: { storage: { value: '<p>Text</p>', representation: 'storage' } },
      })
      expect(reply.status, reply.text).toBe(200)
      return String(reply.json.id)
    }

    async function put(): Promise<void> {
      const { status, text } = await writer.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Child',
        version: { number: ++version },
        body: { storage: { value: `<p>Text ${version}</p>`, representation: 'storage' } },
      })
      expect(status, text).toBe(200)
    }

    async function view(): Promise<void> {
      expect((await writer.get(`/pages/viewpage.action?pageId=${id}`)).status).toBe(200)
    }

    it('are so many until a new version of a page is written, and read each fact once', async () => {
      await put()
      await settle(wiki().app)
      wiki().app.database.invalidate()
      const ran: string[] = []
      await allStatementsOf(put, ({ sql }) => void (AUTHENTICATION.test(sql) || ran.push(sql)))
      // From then on, subscribers ask as well.
      const written = ran.slice(
        0,
        ran.findIndex(sql => sql.startsWith('insert into "event"')),
      )
      const reads = written.slice(
        0,
        written.findIndex(sql => sql.startsWith('update "content"')),
      )
      const rowsOf = (table: string) => reads.filter(sql => sql.startsWith(`select * from "${table}" where`)).length
      // The page once for the checks, and once more in the transaction.
      expect({ pages: rowsOf('content'), spaces: rowsOf('space') }).toEqual({ pages: 2, spaces: 1 })
      expect(reads.filter(sql => sql.includes('from "space_permission"'))).toHaveLength(1)
      expect(reads).toHaveLength(5)
      expect(written).toHaveLength(wiki().engine === 'sqlite' ? 14 : 16)
    })

    it('are so many for a page that is viewed, and none the second time', async () => {
      await view()
      wiki().app.database.invalidate()
      const asked = async () =>
        (await statementsOf(wiki(), view)).map(({ sql }) => sql).filter(sql => !AUTHENTICATION.test(sql))
      const first = await asked()
      expect(first).toHaveLength(wiki().engine === 'sqlite' ? 21 : 22)
      expect(first.filter(sql => sql.startsWith('select * from "space"')).length, 'its space').toBeLessThanOrEqual(1)
      expect(await asked()).toEqual([])
    })

    /**
     * The middle cost of several runs. Work of every few seconds makes a run dearer, or cheaper if it comes while the
     * cost of waiting is taken.
     * Of the commits, that of the write and that of the subscribers are its own. It shares the others, two for stored
     * HTML and one for analytics, with other writes of the same moment.
     */
    async function usualCost(work: () => Promise<unknown>): Promise<Cost> {
      const costs: Cost[] = []
      for (let run = 0; run < 5; run++) costs.push(await costUntilSettled(wiki(), work))
      return costs.toSorted((one, other) => one.statements.length - other.statements.length)[2]!
    }

    it('are so many until a page is created, and everything has followed', async () => {
      let number = 0
      await create(`New ${++number}`)
      const { statements, commits } = await usualCost(() => create(`New ${++number}`))
      expect(statements).toHaveLength(wiki().engine === 'sqlite' ? 27 : 35)
      expect(commits).toBe(5)
    })

    it('are so many until a page is changed, and everything has followed', async () => {
      await put()
      const { statements, commits } = await usualCost(put)
      expect(statements).toHaveLength(wiki().engine === 'sqlite' ? 36 : 45)
      expect(commits).toBe(5)
    })
  },
)
