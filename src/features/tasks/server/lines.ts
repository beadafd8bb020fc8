import {
  ensureTaskIds,
  h,
  parse,
  StorageSyntaxError,
  tasks,
  text,
  type Html,
  type StorageNode,
} from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { accountsById, type Account, mayViewProfile } from '#features/accounts/server/index.ts'
import { contentPath, contentsById, storageOf } from '#features/content-core/server/read.ts'
import { readableElsewhere, renderPartsOfPages } from '#features/content-core/server/render.ts'
import { labelsOf, labelWire } from '#features/labels/server/index.ts'
import type { DetailLine } from '../contract.ts'
import { reportedTasks, type ReportedTask } from './store/report.ts'
import { NO_DATE } from './store/tasks.ts'

/** A task of a report with its description as the page shows it. */
export interface Line extends Omit<DetailLine, 'taskHtml'> {
  task: Html
}

/**
 * Lines of tasks that {@link reportedTasks} finds, in the order of their ids: a few queries, however many there are.
 */
export async function linesOf(ctx: Context, ids: readonly number[]): Promise<Line[]> {
  const rows = await reportedTasks(ctx, ids)
  const [people, labels, descriptions] = await Promise.all([
    accountsById(
      ctx.app,
      rows.map(row => row.assignee_id),
    ),
    labelsOf(
      ctx,
      rows.map(row => row.page_id),
    ),
    descriptionsOf(ctx, rows),
  ])
  return rows.map((row, at) => {
    const assignee = people.get(row.assignee_id ?? 0)
    return {
      taskId: row.task_id,
      contentId: String(row.content_id),
      dueDate: row.due_on === NO_DATE ? null : row.due_on,
      task: item(row, assignee && mayViewProfile(ctx, assignee) ? assignee : undefined, descriptions[at]),
      assigneeUserName: assignee?.username ?? null,
      assigneeFullName: assignee?.display_name ?? null,
      pageUrl: pathOf(row),
      pageTitle: row.page_title,
      completeDate: row.completed_at === null ? null : dayIn(row.completed_at, ctx.viewer.timeZone),
      taskCompleted: row.status === 'complete',
      labels: (labels.get(row.page_id) ?? []).map(label => labelWire(label).label),
    }
  })
}

/** Address of a task: its page, with the task marked. */
export function pathOf(row: ReportedTask): string {
  const path = contentPath(
    {
      id: row.page_id,
      type: row.page_type,
      status: 'current',
      title: row.page_title,
      posting_day: row.page_posting_day,
      container_id: null,
    },
    row.space_key,
  )
  const query =
    row.content_type === 'comment'
      ? `focusedCommentId=${row.content_id}`
      : `focusedTaskId=${encodeURIComponent(row.task_id)}`
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** `YYYY-MM-DD` of an instant. */
function dayIn(at: number, timeZone: string | null): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: timeZone ?? 'UTC' }).format(at)
}

/** The task as a list of one item, as pages have it: it can be ticked there too. */
function item(row: ReportedTask, assignee: Account | undefined, description: Html | undefined): Html {
  return h(
    'ul',
    { class: 'inline-task-list', 'data-inline-tasks-content-id': row.content_id },
    h(
      'li',
      {
        class: row.status === 'complete' ? 'checked' : undefined,
        'data-inline-task-id': row.task_id,
        'data-inline-task-status': row.status === 'complete' ? 'CHECKED' : 'UNCHECKED',
        'data-inline-task-due-date': row.due_on === NO_DATE ? undefined : row.due_on,
        'data-inline-task-assignee': assignee?.username,
      },
      description ?? row.description,
    ),
  )
}

/**
 * The description of each task, read from the current text of what holds it; its recorded text where that has no such
 * task.
 */
async function descriptionsOf(ctx: Context, rows: readonly ReportedTask[]): Promise<readonly Html[]> {
  const contents = await contentsById(ctx, [...new Set(rows.map(row => row.content_id))])
  const texts = await storageOf(ctx.app, contents)
  const bodies = new Map<number, ReadonlyMap<string, readonly StorageNode[]>>()
  const parts = rows.map(row => {
    let ofContent = bodies.get(row.content_id)
    if (!ofContent) {
      ofContent = bodiesIn(texts.get(row.content_id) ?? '', row)
      bodies.set(row.content_id, ofContent)
    }
    return ofContent.get(row.task_id) ?? [text(row.description)]
  })
  return renderPartsOfPages(ctx, parts)
}

/** Content of each task of a text, by task id: nested tasks left out, and readable outside of its page. */
function bodiesIn(storage: string, row: ReportedTask): ReadonlyMap<string, readonly StorageNode[]> {
  try {
    const document = ensureTaskIds(parse(storage))
    const readable = readableElsewhere(document, { id: row.page_id, spaceKey: row.space_key })
    return new Map(tasks(readable).flatMap(task => (task.id === undefined ? [] : [[task.id, task.body]])))
  } catch (error) {
    if (!(error instanceof StorageSyntaxError)) throw error
    return new Map()
  }
}
