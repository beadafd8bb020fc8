import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { FakeServer, heldAnswer, refusal } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { ResponseOf } from '#platform/contract.ts'
import { myTaskReport, setTask, taskReport, type DetailLine, type TaskReport } from '../contract.ts'
import { pagesOf, type Pen, tableOf } from '../report-table.ts'
import { columnsOf, DEFAULT_COLUMNS, MY_TASKS_AT_ONCE, REPORT_PAGE_SIZE } from '../shared.ts'
import { listDismissedTips } from '#features/hints/contract.ts'
import MyTasksScreen from './MyTasksScreen.tsx'
import report from './report.ts'
import taskList from './task-list.ts'
import './feature.tsx'

/** A page of a report of a hundred tasks, T1 first or last. */
function pageOf(index: number, isReverse: boolean): TaskReport {
  const detailLines = Array.from({ length: REPORT_PAGE_SIZE }, (_, at) => {
    const place = index * REPORT_PAGE_SIZE + at
    return lineOf(String(isReverse ? 100 - place : place + 1))
  })
  return { detailLines, totalPages: 10, currentPage: index, adaptive: false }
}

function lineOf(id: string): DetailLine {
  return {
    taskId: id,
    contentId: '7',
    dueDate: null,
    taskHtml: `<ul class="inline-task-list" data-inline-tasks-content-id="7"><li data-inline-task-id="${id}">T${id}</li></ul>`,
    assigneeUserName: null,
    assigneeFullName: null,
    pageUrl: '/display/BIG/Hundred',
    pageTitle: 'Hundred',
    completeDate: null,
    taskCompleted: false,
    labels: [],
  }
}

/** Answers reports of `count` open tasks as the server does: a completed task leaves, and later ones move up. */
function serverOf<E extends typeof taskReport>(endpoint: E, count: number): FakeServer {
  const open = Array.from({ length: count }, (_, at) => String(at + 1))
  return new FakeServer()
    .answer(endpoint, ({ query }) => {
      const [currentPage, size] = [Number(query['pageIndex']), Number(query['pageSize'])]
      const offset = currentPage * size - Number(query['leftBefore'] ?? 0)
      const detailLines = open.slice(offset, offset + size).map(lineOf)
      const totalPages = Math.ceil((currentPage * size + Math.max(0, open.length - offset)) / size)
      return { detailLines, totalPages, currentPage, adaptive: false } as ResponseOf<E>
    })
    .answer(setTask, ({ params, body }) => {
      const { taskId } = params
      if (body.status === 'CHECKED') open.splice(open.indexOf(taskId), 1)
      else open.push(taskId)
      open.sort((one, other) => Number(one) - Number(other))
    })
}

const pen: Pen<Element> = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children.filter(child => child !== undefined))
  return made
}

/** Puts a report into the document as the server sends it, and starts its script. */
async function startReport() {
  const { user } = await renderInApp(<p>Hundred</p>)
  const words = { t: (text: string) => text, locale: 'en-US' }
  const first = pageOf(0, false)
  const lines = first.detailLines.map(({ taskHtml, ...line }) => {
    const task = document.createElement('div')
    task.innerHTML = taskHtml
    return { ...line, task: task.firstElementChild ?? task }
  })
  const parameters = { columns: [...DEFAULT_COLUMNS], status: 'incomplete', sortColumn: 'due date', reverseSort: false }
  const table = tableOf(pen, words, columnsOf(DEFAULT_COLUMNS), { column: 'duedate', reverse: false }, lines)
  const pages = pagesOf(pen, words, first)
  const root = pen(
    'div',
    { class: 'tasks-report', 'data-current-page': '0', 'data-page-size': String(REPORT_PAGE_SIZE) },
    pen('input', { type: 'hidden', name: 'reportParameters', value: JSON.stringify(parameters) }),
    pen('div', { class: 'tasks-report-body' }, table),
    pages,
  ) as HTMLElement
  document.body.append(root)
  onTestFinished(report(root, { contentId: '1', mayUpdate: true, onChanged: () => undefined }))
  return {
    user,
    table: table as HTMLTableElement,
    blankets: () => root.querySelectorAll('.tasks-report-blanket').length,
    /** Makes the tasks of the first page live, as the page does. */
    startTasks: () => {
      for (const list of root.querySelectorAll<HTMLElement>('ul.inline-task-list'))
        onTestFinished(taskList(list, { contentId: '1', mayUpdate: true, onChanged: () => undefined }))
    },
    tasks: () => [...root.querySelectorAll('.tasks-report-description li')].map(item => item.textContent),
    firstTask: () => root.querySelector('.tasks-report-description li')?.textContent,
    sort: () => user.click(screen.getByRole('button', { name: 'Due date' })),
    next: () => screen.getByRole('link', { name: 'Next' }),
    heading: () => screen.getByRole('columnheader', { name: 'Due date' }),
  }
}

test('reports are busy while they are sorted, and say when they cannot be [I8-01] [I8-02] [I8-03]', async () => {
  const server = new FakeServer()
  const hold = () => {
    const held = heldAnswer(taskReport)
    server.answer(taskReport, held.answer)
    return held.release
  }
  const { user, table, blankets, firstTask, sort, next, heading } = await startReport()
  let release = hold()
  await sort()
  expect([blankets(), table.getAttribute('aria-busy')]).toEqual([1, 'true'])
  release(pageOf(0, true))
  await waitFor(() => expect(firstTask()).toBe('T100'))
  await waitFor(() => expect([blankets(), table.getAttribute('aria-busy')]).toEqual([0, null]))
  release = hold()
  await sort()
  expect(blankets()).toBe(1)
  release(refusal(500, ''))
  await screen.findByText("We can't sort your tasks right now. Refresh the page to try again.")
  expect([blankets(), table.getAttribute('aria-busy')]).toEqual([0, null])
  expect(heading().getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))

  release = hold()
  await user.click(next())
  expect(next().getAttribute('aria-disabled')).toBe('true')
  release(refusal(500, ''))
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
  expect(screen.queryByText(/We can't/)).toBeNull()
  release = hold()
  await user.click(next())
  release(pageOf(1, true))
  await waitFor(() => expect(firstTask()).toBe('T90'))
})

test('reports are not paged while a task is being saved [I4.1-09]', async () => {
  const server = new FakeServer().answer(taskReport, pageOf(1, false))
  const held = heldAnswer(setTask)
  server.answer(setTask, held.answer)
  const { user, next, firstTask } = await startReport()
  // The tasks of the first page are made live by the page; those of later answers by the report.
  await user.click(next())
  await waitFor(() => expect(firstTask()).toBe('T11'))
  await user.click(screen.getByRole('checkbox', { name: 'T12' }))
  expect(next().getAttribute('aria-disabled')).toBe('true')
  await user.click(next())
  expect(server.calls(taskReport)).toHaveLength(1)
  held.release(undefined)
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
  expect(server.calls(setTask).map(({ params, body }) => [params, body.status])).toEqual([
    [{ contentId: '7', taskId: '12' }, 'CHECKED'],
  ])
  await user.click(next())
  await waitFor(() => expect(server.calls(taskReport)).toHaveLength(2))
})

const shownTasks = () => [...document.querySelectorAll('li[data-inline-task-id]')].map(item => item.textContent)
const boxOf = (name: string): Element => {
  const box = document.querySelector(`li[data-inline-task-id="${name.slice(1)}"] input`)
  if (!box) throw new Error(`There is no checkbox of ${name}`)
  return box
}
/** Names of the tasks from the first to the last. */
const tasksFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => `T${first + at}`)

test('paging a report skips no task after some have been completed', async () => {
  serverOf(taskReport, 34)
  const { next, tasks, startTasks } = await startReport()
  startTasks()
  const tick = async (name: string) => {
    fireEvent.click(boxOf(name))
    await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
  }
  const turn = async (to: number, shown: string[]) => {
    fireEvent.click(document.querySelector(`.tasks-report-pages a[data-page="${to}"]`) ?? document.body)
    await waitFor(() => expect(tasks()).toEqual(shown))
  }
  for (const name of ['T2', 'T3', 'T4']) await tick(name)
  // A slip that is undone.
  await tick('T4')
  await turn(1, tasksFrom(11, 20))
  for (const name of tasksFrom(11, 19)) await tick(name)
  await turn(2, tasksFrom(21, 30))
  // Back, to tasks that are still open, and on from there.
  await turn(1, tasksFrom(20, 29))
  await turn(2, tasksFrom(30, 34))
  await turn(0, ['T1', ...tasksFrom(4, 10), 'T20', 'T21'])
  await turn(1, tasksFrom(22, 31))
})

test('a report whose tasks have all been completed says so on its next page [I4.1-08]', async () => {
  const server = serverOf(taskReport, 10)
  const { user, next, startTasks } = await startReport()
  startTasks()
  for (const name of tasksFrom(1, 10)) fireEvent.click(boxOf(name))
  await waitFor(() => expect(next().getAttribute('aria-disabled')).toBeNull())
  await user.click(next())
  await screen.findByText('Looking good, no incomplete tasks.')
  expect(server.calls(taskReport)).toHaveLength(2)
})

test("paging one's own tasks skips none after some have been completed", async () => {
  serverOf(myTaskReport, 3 * MY_TASKS_AT_ONCE).answer(listDismissedTips, ['my-tasks'])
  const { user } = await renderInApp(<MyTasksScreen />)
  const turn = async (name: string, first: string, last: string) => {
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect([shownTasks().at(0), shownTasks().at(-1)]).toEqual([first, last]))
  }
  await waitFor(() => boxOf('T25'))
  for (const name of ['T1', 'T2', 'T25']) fireEvent.click(boxOf(name))
  await waitFor(() => expect(document.querySelector('li[aria-busy]')).toBeNull())
  await turn('Next page', 'T26', 'T50')
  await turn('Previous page', 'T3', 'T28')
  await turn('Next page', 'T29', 'T53')
})
