import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { FakeServer, heldAnswer, refusal } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { setTask, taskReport, type TaskReport } from '../contract.ts'
import { pagesOf, type Pen, tableOf } from '../report-table.ts'
import { columnsOf, DEFAULT_COLUMNS, REPORT_PAGE_SIZE } from '../shared.ts'
import report from './report.ts'

/** A page of a report of a hundred tasks, T1 first or last. */
function pageOf(index: number, isReverse: boolean): TaskReport {
  const detailLines = Array.from({ length: REPORT_PAGE_SIZE }, (_, at) => {
    const place = index * REPORT_PAGE_SIZE + at
    const id = String(isReverse ? 100 - place : place + 1)
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
  })
  return { detailLines, totalPages: 10, currentPage: index, adaptive: false }
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
