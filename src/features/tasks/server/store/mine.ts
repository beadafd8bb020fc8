import { prepared, type Queries } from '#platform/server/database/index.ts'

/** Whether a page holds tasks that an account created or that are assigned to it. */
export async function hasTasksOn(db: Queries, asked: { pageId: number; accountId: number }): Promise<boolean> {
  return (await mineOn(db, asked)).length > 0
}

const mineOn = prepared((db, { pageId, accountId }: { pageId: number; accountId: number }) =>
  db
    .selectFrom('inline_task')
    .select('id')
    .where('page_id', '=', pageId)
    .where(({ eb, or }) => or([eb('assignee_id', '=', accountId), eb('creator_id', '=', accountId)]))
    .limit(1),
)
