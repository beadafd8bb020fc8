import { ensureTaskIds, parse, serialise, setTaskStatus, tasks, type TaskStatus } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { conflict, HttpError, notFound } from '#platform/server/http/errors.ts'
import { requireContentFor } from '#features/content-core/server/policies.ts'
import { storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { updatePage } from '#features/content-core/server/write.ts'
import { contentUpdaters } from '#features/content/server/index.ts'

/** Other people tick and edit at the same time: what was read is then read again, this often. */
const ATTEMPTS = 10

/**
 * Ticks or unticks a task in the text that holds it. That is a minor new version, as any change: an editor of the page
 * meanwhile gets a conflict instead of undoing it unseen. A task that is already in that state is left, without a
 * version.
 * @throws HttpError 403 for users who may not edit the content, 404 when it holds no such task
 */
export async function setTask(ctx: Context, contentId: number, taskId: string, status: TaskStatus): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const row = await requireContentFor(ctx, contentId, 'update')
    const document = ensureTaskIds(parse((await storageOf(ctx.app, [row])).get(row.id) ?? ''))
    const task = tasks(document).find(candidate => candidate.id === taskId)
    if (!task)
      throw notFound('There is no task {{taskId}} in the content {{contentId}}', {
        values: { taskId, contentId },
      })
    if (task.status === status) return
    if (await write(ctx, row, serialise(setTaskStatus(document, taskId, status)))) return
  }
  throw conflict('Others are changing this page right now. Try again')
}

/** @returns false when another user wrote a version in between */
async function write(ctx: Context, row: ContentRow, value: string): Promise<boolean> {
  const body = { value, representation: 'storage' }
  const version = row.version + 1
  try {
    const updater = ctx.app.extensions.all(contentUpdaters).find(candidate => candidate.type === row.type)
    if (updater)
      await updater.update(ctx, row, { body: { storage: body }, version: { number: version, minorEdit: true } })
    else
      await updatePage(ctx, row, {
        version,
        minor: true,
        body,
        status: row.status === 'draft' ? 'draft' : 'current',
        keepDraft: true,
      })
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return false
    throw error
  }
}
