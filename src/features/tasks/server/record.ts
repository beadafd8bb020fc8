import { StorageSyntaxError, type TaskFact } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'
import { changesOf, factsOf, type ContentRow } from '#features/content-core/server/read.ts'
import type { ContentWriter } from '#features/content-core/server/write.ts'
import { changeTask, deleteTasks, insertTasks, NO_DATE, tasksOf, type FoundTask, type TaskRow } from './store/tasks.ts'

const MOST_TEXT = 1000
const MOST_ID = 100
/** Whether a text can hold tasks, before it is parsed. */
const MAY_HOLD_TASKS = '<ac:task'

/** Records the tasks of pages, posts and comments with each current text. */
export const taskWriter: ContentWriter = {
  async stored(tx, { app, viewer }, row, { storage, before }) {
    if (row.status !== 'current' || row.type === 'attachment') return
    const change = { actorId: viewer.userId, at: row.updated_at, isNew: before === 'none' }
    await recordTasks(tx, app, row, storage, change)
  },
}

/** Author and time of the recorded text. */
interface Change {
  actorId: number | null
  at: number
  /** The content has just been created: no tasks of it are recorded. */
  isNew?: boolean
  /** The text was written before tasks were recorded: subscribers get no event. */
  isOld?: boolean
}

/**
 * Brings the rows of a content's tasks in line with its text, and appends `task.assigned`, `task.completed` and
 * `task.reopened` for what differs.
 */
export async function recordTasks(
  tx: WriteTransaction,
  app: App,
  row: Pick<ContentRow, 'id' | 'container_id' | 'space_id'>,
  storage: string,
  change: Change,
): Promise<void> {
  const before = change.isNew ? new Map<string, TaskRow>() : await tasksOf(tx, row.id)
  const found = storage.includes(MAY_HOLD_TASKS) ? await tasksIn(app, row.id, storage) : []
  if (before.size === 0 && found.length === 0) return
  const present = new Set(found.map(task => task.task_id))
  await deleteTasks(
    tx,
    [...before.values()].filter(task => !present.has(task.task_id)).map(task => task.id),
  )
  const added = found.filter(task => !before.has(task.task_id))
  await insertTasks(
    tx,
    added.map(task => ({
      ...task,
      content_id: row.id,
      page_id: row.container_id ?? row.id,
      creator_id: change.actorId,
      created_at: change.at,
      completed_by: null,
      completed_at: null,
      reminded_on: null,
    })),
  )
  for (const task of found) {
    const old = before.get(task.task_id)
    if (old && differs(old, task)) await changeTask(tx, old.id, { ...task, ...completion(old, task, change) })
  }
  if (!change.isOld) announce(tx, row, before, found, change)
}

/** Records the tasks of a content that is imported in the same transaction: no user is notified of them. */
export async function importTasks(
  tx: WriteTransaction,
  app: App,
  row: ContentRow,
  storage: string,
  { isNew = true } = {},
): Promise<void> {
  const change = isNew
    ? { actorId: row.creator_id, at: row.created_at }
    : { actorId: row.updater_id, at: row.updated_at }
  await recordTasks(tx, app, row, storage, { ...change, isNew, isOld: true })
}

/** The tasks of a text, without those beyond the limit of its facts: they are shown and can be ticked, and are in no report. */
async function tasksIn(app: App, contentId: number, storage: string): Promise<FoundTask[]> {
  let all: readonly TaskFact[]
  try {
    all = (await factsOf(app, storage)).tasks
  } catch (error) {
    if (!(error instanceof StorageSyntaxError)) throw error
    app.log.warn({ contentId, err: error }, 'the tasks of a text that cannot be read are not recorded')
    return []
  }
  const assignees = all.flatMap(({ assignee }) => (assignee?.kind === 'user' ? assignee : []))
  const find = await accountsMentioned(app, assignees)
  return all.flatMap((task, position) => {
    const { id, status, text, due, assignee } = task
    if (id === undefined || id.length > MOST_ID) return []
    return {
      task_id: id,
      position,
      status,
      description: text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_TEXT),
      due_on: due ?? NO_DATE,
      assignee_id: (assignee?.kind === 'user' ? find(assignee)?.id : undefined) ?? null,
    }
  })
}

function differs(old: TaskRow, task: FoundTask): boolean {
  return Object.entries(task).some(([field, value]) => old[field as keyof FoundTask] !== value)
}

function completion(old: TaskRow, { status }: FoundTask, { actorId, at }: Change) {
  if (status === old.status) return { completed_by: old.completed_by, completed_at: old.completed_at }
  return status === 'complete'
    ? { completed_by: actorId, completed_at: at }
    : { completed_by: null, completed_at: null }
}

function announce(
  tx: WriteTransaction,
  row: Pick<ContentRow, 'id' | 'space_id' | 'container_id'>,
  before: ReadonlyMap<string, TaskRow>,
  found: readonly FoundTask[],
  { actorId }: Change,
): void {
  const append = (what: string, task: FoundTask, data = {}) =>
    tx.append({
      kind: `task.${what}`,
      actorId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { taskId: task.task_id, ...data },
      changes: changesOf(row),
    })
  for (const task of found) {
    const old = before.get(task.task_id)
    if (task.assignee_id !== null && task.assignee_id !== old?.assignee_id)
      append('assigned', task, { assigneeId: task.assignee_id, text: task.description })
    if (old && old.status !== task.status) append(task.status === 'complete' ? 'completed' : 'reopened', task)
  }
}
