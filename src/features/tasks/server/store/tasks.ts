import type { Insertable, Selectable } from 'kysely'
import { prepared, preparedInsert, type WriteTransaction } from '#platform/server/database/index.ts'
import type { InlineTaskTable } from '../tables.ts'

export type TaskRow = Selectable<InlineTaskTable>

/** `due_on` of a task without a date. */
export const NO_DATE = 'none'

/** Values of a task in a text. */
export type FoundTask = Pick<TaskRow, 'task_id' | 'position' | 'status' | 'description' | 'due_on' | 'assignee_id'>

/** The rows of a content's tasks, by task id. */
export async function tasksOf({ db }: WriteTransaction, contentId: number): Promise<Map<string, TaskRow>> {
  const rows = await tasksIn(db, { contentId })
  return new Map(rows.map(row => [row.task_id, row]))
}

const tasksIn = prepared((db, { contentId }: { contentId: number }) =>
  db.selectFrom('inline_task').selectAll().where('content_id', '=', contentId),
)

export async function insertTasks(
  { db }: WriteTransaction,
  rows: readonly Insertable<InlineTaskTable>[],
): Promise<void> {
  await taskInsert(db, rows)
}

const taskInsert = preparedInsert('inline_task', [
  'content_id',
  'page_id',
  'task_id',
  'position',
  'status',
  'description',
  'due_on',
  'assignee_id',
  'creator_id',
  'created_at',
  'completed_by',
  'completed_at',
  'reminded_on',
])

/** Writes what a text says of a task now. */
export async function changeTask(
  { db }: WriteTransaction,
  id: number,
  fields: FoundTask & Pick<TaskRow, 'completed_by' | 'completed_at'>,
): Promise<void> {
  await db.updateTable('inline_task').set(fields).where('id', '=', id).execute()
}

/** Deletes tasks that are no longer in the text. */
export async function deleteTasks({ db, dialect }: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('inline_task').where('id', 'in', dialect.inIntegers(ids)).execute()
}
