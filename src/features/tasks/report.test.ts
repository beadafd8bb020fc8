import { describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { repetitionsOf } from '#platform/server/testing/statements.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { columnsOf, DEFAULT_COLUMNS, linkedPages, sortColumnOf } from './shared.ts'

const task = (id: number, body: string, status = 'incomplete') =>
  `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task>`
const list = (...items: string[]) => `<ac:task-list>${items.join('')}</ac:task-list>`
const mention = ({ userKey }: TestPerson) => `<ac:link><ri:user ri:userkey="${userKey}" /></ac:link>`
const due = (date: string) => `<time datetime="${date}" />`
const macro = (parameters: Record<string, string>) =>
  `<ac:structured-macro ac:name="tasks-report-macro">${Object.entries(parameters)
    .map(([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

interface Line {
  taskId: string
  taskHtml: string
  [field: string]: unknown
}

describe('names in a report', () => {
  it.each([
    ['due date', 'duedate'],
    ['page title', 'location'],
    ['assignee', 'assignee'],
    ['Due Date', 'duedate'],
    ['completedate', 'completedate'],
    ['labels', 'labels'],
    ['foo', 'duedate'],
    ['description', 'duedate'],
    [undefined, 'duedate'],
  ])('sort by %s: %s [I4.1-06] [I4.1-07]', (name, column) => expect(sortColumnOf(name)).toBe(column))

  it('choose columns, each once and in their order', () => {
    expect(columnsOf(['labels', 'due date', 'labels', 'foo'])).toEqual(['labels', 'duedate'])
    expect(columnsOf(['foo'])).toEqual(DEFAULT_COLUMNS)
  })

  it.each([
    [0, 3, [0, 1, 2]],
    [0, 10, [0, 1, 2, 3, 4, 5, 6]],
    [5, 10, [2, 3, 4, 5, 6, 7, 8]],
    [9, 10, [3, 4, 5, 6, 7, 8, 9]],
  ])('link pages around page %i of %i', (current, total, pages) => expect(linkedPages(current, total)).toEqual(pages))
})

onEachEngine(
  'task reports',
  () => features,
  wiki => {
    let ada: TestPerson
    let bob: TestPerson
    const pages: Record<string, string> = {}
    const create = async (title: string, value: string, space = 'RPT', client = wiki().admin) => {
      const made = await client.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: space },
        body: { storage: { value, representation: 'storage' } },
      })
      expect(made.status, made.text).toBe(200)
      pages[title] = made.json.id as string
      return pages[title]
    }
    const ask = (
      client: HttpClient,
      parameters: object,
      { path = 'task-report/', ...paging }: Record<string, unknown> = {},
    ) => {
      const query = new URLSearchParams({ reportParameters: JSON.stringify(parameters) })
      for (const [name, value] of Object.entries(paging)) query.set(name, String(value))
      return client.get(`/rest/inlinetasks/1/${String(path)}?${query}`)
    }
    const report = async (parameters: object, options: Record<string, unknown> = {}, client = wiki().admin) => {
      const reply = await ask(client, parameters, options)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as { detailLines: Line[]; totalPages: number; currentPage: number; adaptive: boolean }
    }
    const texts = async (parameters: object, options: Record<string, unknown> = {}, client = wiki().admin) =>
      (await report(parameters, options, client)).detailLines.map(line =>
        line.taskHtml.replaceAll(/<[^>]*>/g, '').trim(),
      )
    const view = async (id: string, client = wiki().admin) =>
      (await client.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
    const tick = (id: string, taskId: number, status: string, client = wiki().admin) =>
      client.post(`/rest/inlinetasks/1/task/${id}/${taskId}/`, { status, trigger: 'VIEW_PAGE' })

    it('answer with lines that have all that a table shows [I3-01] [I3-04] [I7.1-01]', async () => {
      ada = await person(wiki(), 'ada')
      bob = await person(wiki(), 'bob')
      await wiki().admin.post('/rest/api/space', { key: 'RPT', name: 'Reports' })
      await wiki().admin.post('/rest/api/space', { key: 'OTH', name: 'Other' })
      const id = await create(
        'Plan',
        `<p>x</p>${list(
          task(
            3,
            `<p>Call ${mention(ada)} by ${due('2027-03-09')} <strong>soon</strong></p>${list(task(4, 'Nested'))}`,
          ),
          task(5, `Before ${due('2027-01-02')}`),
          task(6, 'Was done', 'complete'),
        )}`,
      )
      await wiki().admin.post(`/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'urgent' }])
      const { detailLines, ...page } = await report(
        {
          spaces: ['RPT'],
          columns: ['duedate'],
          status: 'incomplete',
          sortColumn: 'due date',
          reverseSort: false,
          unknown: 1,
        },
        { pageIndex: 0, pageSize: 10 },
      )
      expect(page).toEqual({ totalPages: 1, currentPage: 0, adaptive: false })
      expect(detailLines.map(line => line.taskId)).toEqual(['5', '3', '4'])
      expect(detailLines[1]).toEqual({
        taskId: '3',
        contentId: id,
        dueDate: '2027-03-09',
        taskHtml: expect.stringMatching(
          /^<ul class="inline-task-list" data-inline-tasks-content-id="\d+"><li data-inline-task-id="3" data-inline-task-status="UNCHECKED"/,
        ),
        assigneeUserName: 'ada',
        assigneeFullName: 'ada Doe',
        pageUrl: '/display/RPT/Plan?focusedTaskId=3',
        pageTitle: 'Plan',
        completeDate: null,
        taskCompleted: false,
        labels: ['urgent'],
      })
      expect(detailLines[1]?.taskHtml).toContain('<strong>soon</strong>')
      expect(detailLines[1]?.taskHtml).not.toContain('Nested')
      expect(detailLines[1]?.taskHtml).toContain('>ada Doe</a>')
      const done = await report({ spaces: ['RPT'], status: 'complete' })
      expect(done.detailLines).toMatchObject([{ taskId: '6', taskCompleted: true, completeDate: null }])
    })

    it('follow what becomes of a text: ticks, edits, comments, copies, trash', async () => {
      const id = await create('Life', list(task(1, 'One'), task(2, `Two ${mention(bob)}`)), 'OTH')
      const open = () => texts({ spaces: ['OTH'] })
      expect(await open()).toEqual(['One', 'Two bob Doe'])
      const today = new Date().toISOString().slice(0, 10)
      expect((await tick(id, 1, 'CHECKED')).status).toBe(204)
      expect(await open()).toEqual(['Two bob Doe'])
      expect((await report({ spaces: ['OTH'], status: 'complete' })).detailLines).toMatchObject([
        { completeDate: today },
      ])
      await tick(id, 1, 'UNCHECKED')
      expect(await open()).toEqual(['One', 'Two bob Doe'])
      const comment = await wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        body: { storage: { value: list(task(1, 'In a comment')), representation: 'storage' } },
      })
      expect((await report({ pages: [id] })).detailLines.at(-1)).toMatchObject({
        contentId: comment.json.id,
        pageTitle: 'Life',
        pageUrl: `/display/OTH/Life?focusedCommentId=${comment.json.id}`,
      })
      const version = (await wiki().admin.get(`/rest/api/content/${id}?expand=version`)).json.version.number
      await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Life',
        version: { number: version + 1 },
        body: { storage: { value: list(task(2, 'Two, changed')), representation: 'storage' } },
      })
      expect(await open()).toEqual(['In a comment', 'Two, changed'].toSorted((a, b) => (a < b ? 1 : -1)))
      const target = { spaceKey: 'OTH', title: 'Life again' }
      expect((await wiki().admin.post(`/rest/oxbow/1.0/content/${id}/copy`, target)).status).toBe(200)
      expect((await open()).filter(text => text === 'Two, changed')).toHaveLength(2)
      await wiki().admin.delete(`/rest/api/content/${id}`)
      expect(await open()).toEqual(['Two, changed'])
    })

    it('filter by pages, labels, people, dates and text', async () => {
      const created = await create(
        'Filters',
        list(task(1, `Mine ${mention(bob)} ${due('2028-05-05')}`)),
        'OTH',
        bob.client,
      )
      expect(await texts({ creators: ['bob'] })).toEqual([expect.stringContaining('Mine')])
      expect(await texts({ assignees: [bob.userKey] })).toEqual([expect.stringContaining('Mine')])
      expect(await texts({ assignees: ['currentUser()', null] }, {}, bob.client)).toHaveLength(1)
      expect(await texts({ pages: [created] })).toHaveLength(1)
      expect(await texts({ labels: ['urgent', 'nobody-has-this'] })).toHaveLength(3)
      expect(await texts({ labels: ['nobody-has-this'] })).toEqual([])
      expect(await texts({ duedateFrom: '2028-05-05', duedateTo: '2028-05-05' })).toHaveLength(1)
      expect(await texts({ duedateTo: '2027-01-02' })).toHaveLength(1)
      const today = new Date().toISOString().slice(0, 10)
      expect(await texts({ spaces: ['RPT'], createddateFrom: today, createddateTo: today })).toHaveLength(3)
      expect(await texts({ spaces: ['RPT'], createddateTo: '2020-01-01' })).toEqual([])
      expect(await texts({ text: 'NEST' })).toEqual(['Nested'])
      expect(await texts({ text: '%' })).toEqual([])
    })

    it('sort by each column, and page [I7.1-02]', async () => {
      const of = { spaces: ['RPT'], reverseSort: false }
      const ids = async (parameters: object) =>
        (await report({ ...of, ...parameters })).detailLines.map(line => line.taskId)
      expect(await ids({})).toEqual(['5', '3', '4'])
      expect(await ids({ reverseSort: true })).toEqual(['4', '3', '5'])
      expect(await ids({ sortColumn: 'assignee' })).toEqual(['3', '4', '5'].toSorted())
      expect(await ids({ sortColumn: 'nonsense' })).toEqual(['5', '3', '4'])
      await create('Aardvark', list(task(1, 'First page')), 'RPT')
      const titles = async (reverseSort: boolean) =>
        (await report({ ...of, sortColumn: 'page title', reverseSort })).detailLines.map(line => line['pageTitle'])
      expect(await titles(false)).toEqual(['Aardvark', 'Plan', 'Plan', 'Plan'])
      expect((await titles(true)).at(-1)).toBe('Aardvark')
      const labelled = (await report({ ...of, sortColumn: 'labels' })).detailLines.map(line => line['pageTitle'])
      expect(labelled.at(-1)).toBe('Aardvark')
      const second = await report(of, { pageIndex: 1, pageSize: 3 })
      expect(second).toMatchObject({ totalPages: 2, currentPage: 1, adaptive: false })
      expect(second.detailLines).toHaveLength(1)
      expect(await report(of, { pageIndex: 7, pageSize: 3 })).toMatchObject({ totalPages: 2, detailLines: [] })
    })

    it('show each task once while those of earlier pages are completed', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'DONE', name: 'Done' })
      const names = Array.from({ length: 9 }, (_, at) => `T${at + 1}`)
      const id = await create('Nine', list(...names.map((name, at) => task(at + 1, name))), 'DONE')
      const of = { spaces: ['DONE'] }
      const seen: string[] = []
      for (let [pageIndex, leftBefore, total] = [0, 0, 3]; pageIndex < total; pageIndex++) {
        const page = await report(of, { pageIndex, pageSize: 3, leftBefore })
        expect([page.currentPage, page.totalPages]).toEqual([pageIndex, 3])
        seen.push(...page.detailLines.map(line => line.taskId))
        for (const { taskId } of page.detailLines.slice(pageIndex))
          expect((await tick(id, Number(taskId), 'CHECKED')).status).toBe(204)
        leftBefore += 3 - pageIndex
        total = page.totalPages
      }
      expect(seen).toEqual(names.map(name => name.slice(1)))
      // More than can have left: the report begins at its first task.
      expect((await report(of, { pageIndex: 1, pageSize: 3, leftBefore: 99 })).detailLines).toHaveLength(3)
      // All have left: the caller is told that there are no pages.
      for (const name of names) await tick(id, Number(name.slice(1)), 'CHECKED')
      expect(await report(of, { pageIndex: 1, pageSize: 9, leftBefore: 9 })).toMatchObject({
        detailLines: [],
        totalPages: 0,
      })
    })

    it('show nobody what they may not see, and nothing to visitors [I6-08]', async () => {
      const secret = await create('Secret', list(task(1, `Hidden ${mention(ada)}`)))
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      expect(await texts({ assignees: ['ada'] }, {}, wiki().admin)).toHaveLength(2)
      const seen = await report({ assignees: ['ada'] }, {}, ada.client)
      expect(seen.detailLines.map(line => line['pageTitle'])).toEqual(['Plan'])
      expect(seen.totalPages).toBe(1)
      expect((await ask(ada.client, { pages: [secret] })).status).toBe(400)
      expect((await ask(wiki().anonymous, {})).status).toBe(401)
      expect((await ask(wiki().anonymous, {}, { path: 'my-task-report/' })).status).toBe(401)
    })

    it("answer one's own tasks in the shape that a known caller reads", async () => {
      const mine = await report(
        {
          columns: ['description', 'duedate', 'location'],
          assignees: ['ada'],
          creators: [null],
          status: 'incomplete',
          sortColumn: 'duedate',
          reverseSort: false,
        },
        { path: 'my-task-report/', pageSize: 500, pageIndex: 0 },
        ada.client,
      )
      expect(Object.values(mine).filter(Array.isArray)).toHaveLength(1)
      expect(mine.detailLines).toHaveLength(1)
      expect((await report({}, { path: 'my-task-report' }, ada.client)).detailLines).toEqual(mine.detailLines)
    })

    it('say what is wrong with a request', async () => {
      const refused = async (parameters: object) => {
        const { status, json } = await ask(wiki().admin, parameters)
        return [
          status,
          json.data.errors.map((error: { message: { translation: string } }) => error.message.translation),
        ]
      }
      expect(await refused({ spaces: ['NOPE'], assignees: ['nobody'] })).toEqual([
        400,
        ['There is no space “NOPE”, or you may not see it.', 'There is no user “nobody”.'],
      ])
      expect((await refused({ duedateFrom: 'tomorrow' }))[1]).toEqual([
        '“tomorrow” is no date: write it as YYYY-MM-DD.',
      ])
      expect((await wiki().admin.get('/rest/inlinetasks/1/task-report/?reportParameters=%7B')).status).toBe(400)
      expect((await ask(wiki().admin, { spaces: 'RPT' })).status).toBe(400)
    })

    it('stand in the page with their first rows, and leave out what would list again', async () => {
      const nested = list(task(1, `Look ${macro({ spaces: 'NST' })} there`))
      await wiki().admin.post('/rest/api/space', { key: 'NST', name: 'Nested' })
      const id = await create(
        'Own',
        nested + macro({ spaces: '@self', columns: 'description,labels', pageSize: '3' }),
        'NST',
      )
      const html = await view(id)
      expect(html).toContain('data-page-size="3"')
      expect(html.match(/class="tasks-report-table"/g)).toHaveLength(2)
      expect(html.match(/data-column-name="[a-z]+"/g)).toContain('data-column-name="labels"')
    })

    it('need no more queries for many tasks than for few', async () => {
      const value = list(
        ...Array.from({ length: 30 }, (_, n) =>
          task(n + 1, `T${n} ${mention(n % 2 ? ada : bob)} ${due('2029-01-01')}`),
        ),
      )
      for (let n = 0; n < 4; n++) await create(`Many ${n}`, value, 'OTH')
      const repeated = (pageSize: number) =>
        repetitionsOf(wiki(), () => report({ duedateFrom: '2029-01-01' }, { pageSize }))
      expect(await repeated(100)).toBeLessThanOrEqual(await repeated(2))
    })

    it('fill themselves from texts of before', async () => {
      const before = await report({ status: 'complete' })
      const rows = () =>
        wiki()
          .app.database.read.selectFrom('inline_task')
          .select(['content_id', 'task_id', 'assignee_id', 'due_on'])
          .orderBy('content_id')
          .orderBy('task_id')
          .execute()
      const all = await rows()
      await wiki().app.database.transaction(async ({ db }) => void (await db.deleteFrom('inline_task').execute()))
      expect((await report({})).detailLines).toEqual([])
      await wiki().app.jobs.enqueue({ kind: 'tasks.fill', title: 'Reading the tasks of all pages', ownerId: null })
      await wiki().app.jobs.idle()
      expect(await rows()).toEqual(all)
      expect((await report({ status: 'complete' })).detailLines.map(line => line.taskId)).toEqual(
        before.detailLines.map(line => line.taskId),
      )
    })
  },
)
