import type { Queries } from '#platform/server/database/index.ts'
import { ONE, type PageCountOf } from '#features/content/server/index.ts'

/** 1 where a page holds tasks that the viewer created or that are assigned to them. */
export const tasksOn = (db: Queries, { id, accountId }: PageCountOf) =>
  db
    .selectFrom('inline_task')
    .select(ONE)
    .where('page_id', '=', id)
    .where(({ eb, or }) => or([eb('assignee_id', '=', accountId), eb('creator_id', '=', accountId)]))
    .limit(1)
