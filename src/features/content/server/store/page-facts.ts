import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { prepared } from '#platform/server/database/index.ts'

/** Whether a content itself has restrictions, for viewing or for editing. */
export async function isRestricted({ database }: App, id: number): Promise<boolean> {
  return (await ownRestriction(database.read, { id })).length > 0
}

const ownRestriction = prepared((db, { id }: { id: number }) =>
  db.selectFrom('restriction').select('id').where('content_id', '=', id).limit(1),
)

/** Files of a page or post that are not in the trash. */
export async function countAttachments({ database }: App, id: number): Promise<number> {
  const [row] = await attachmentsOn(database.read, { id })
  return Number(row?.count ?? 0)
}

const attachmentsOn = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('content')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('container_id', '=', id)
    .where('type', '=', 'attachment')
    .where('status', '=', 'current'),
)

/** Whether the viewer has changes of a content that are not published. */
export async function hasEditDraft(ctx: Context, id: number): Promise<boolean> {
  if (ctx.viewer.userId === null) return false
  return (await editDraftOf(ctx.app.database.read, { id, accountId: ctx.viewer.userId })).length > 0
}

const editDraftOf = prepared((db, { id, accountId }: { id: number; accountId: number }) =>
  db.selectFrom('edit_draft').select('content_id').where('content_id', '=', id).where('account_id', '=', accountId),
)
