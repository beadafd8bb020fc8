import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { labelled, type LabelName } from '#features/labels/server/index.ts'
import type { SortColumn } from '../../shared.ts'
import type { Tables } from '#platform/server/database/index.ts'

/** Which tasks a report shows. Absent conditions exclude nothing; empty lists exclude everything. */
export interface ReportFilter {
  status: 'incomplete' | 'complete'
  /** Tasks of these spaces or pages. */
  place?: { spaceIds: readonly number[]; pageIds: readonly number[] }
  /** Pages with one of these. */
  labels?: readonly LabelName[]
  assigneeIds?: readonly number[]
  creatorIds?: readonly number[]
  /** Epoch milliseconds: from, and before. */
  createdFrom?: number
  createdBefore?: number
  /** `YYYY-MM-DD`, inclusive. */
  dueFrom?: string
  dueTo?: string
  text?: string
  /** Rows of the table. */
  taskIds?: readonly number[]
}

export interface ReportOrder {
  column: SortColumn
  reverse: boolean
}

type Reported = SelectQueryBuilder<Tables & { page: Tables['content'] }, 'inline_task' | 'content' | 'page', object>

/**
 * Ids of the tasks of a report that the viewer may see, in its order. Their visibility is a condition of the query, so
 * that the offset counts nothing else.
 */
export async function reportedIds(
  ctx: Context,
  filter: ReportFilter,
  order: ReportOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const direction = order.reverse ? 'desc' : 'asc'
  let rows = filtered(ctx, filter).select('inline_task.id')
  const { nulls, key } = sortKeys(order.column, ctx)
  if (nulls) rows = rows.orderBy(nulls)
  rows = rows.orderBy(key, direction)
  const found = await rows.orderBy('inline_task.id', direction).offset(offset).limit(limit).execute()
  return found.map(row => row.id)
}

function filtered(ctx: Context, filter: ReportFilter): Reported {
  const { read, dialect } = ctx.app.database
  const { status, place, labels, assigneeIds, creatorIds, createdFrom, createdBefore, dueFrom, dueTo, text, taskIds } =
    filter
  return (
    read
      .selectFrom('inline_task')
      .innerJoin('content', 'content.id', 'inline_task.content_id')
      .innerJoin('content as page', 'page.id', 'inline_task.page_id')
      .where('inline_task.status', '=', status)
      .where('content.status', '=', 'current')
      .where('page.status', '=', 'current')
      .where(visible(dialect, ctx.viewer))
      .$if(place !== undefined, query =>
        query.where(eb =>
          eb.or([
            ...(place && place.spaceIds.length > 0
              ? [eb('content.space_id', 'in', dialect.inIntegers(place.spaceIds))]
              : []),
            ...(place && place.pageIds.length > 0
              ? [eb('inline_task.page_id', 'in', dialect.inIntegers(place.pageIds))]
              : []),
          ]),
        ),
      )
      .$if(labels !== undefined, query =>
        query.where(eb =>
          eb.or((labels ?? []).map(label => eb('inline_task.page_id', 'in', labelled(read, label, ctx.viewer)))),
        ),
      )
      .$if(assigneeIds !== undefined, query => query.where(among('assignee_id', assigneeIds, ctx)))
      .$if(creatorIds !== undefined, query => query.where(among('creator_id', creatorIds, ctx)))
      .$if(createdFrom !== undefined, query => query.where('inline_task.created_at', '>=', createdFrom ?? 0))
      .$if(createdBefore !== undefined, query => query.where('inline_task.created_at', '<', createdBefore ?? 0))
      .$if(dueFrom !== undefined, query => query.where('inline_task.due_on', '>=', dueFrom ?? ''))
      // A task without a date has one after all others; see NO_DATE.
      .$if(dueFrom !== undefined || dueTo !== undefined, query =>
        query.where('inline_task.due_on', '<=', dueTo ?? LAST_DATE),
      )
      .$if(taskIds !== undefined, query => query.where('inline_task.id', 'in', dialect.inIntegers(taskIds ?? [])))
      .$if(text !== undefined, query =>
        query.where(sql<boolean>`lower(inline_task.description) like ${likePattern(text ?? '')} escape '\\'`),
      )
  )
}

const LAST_DATE = '9999-12-31'

/** A single value is compared by itself: the index then leads to its rows in the order of the dates. */
function among(
  column: 'assignee_id' | 'creator_id',
  ids: readonly number[] = [],
  { app }: Context,
): RawBuilder<SqlBool> {
  const [only] = ids
  const field = sql.ref(`inline_task.${column}`)
  if (only !== undefined && ids.length === 1) return sql<SqlBool>`${field} = ${only}`
  return sql<SqlBool>`${field} in ${app.database.dialect.inIntegers(ids)}`
}

function likePattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
}

interface SortKeys {
  key: RawBuilder<unknown>
  /** True for tasks without a value, which come last in both directions. */
  nulls?: RawBuilder<unknown>
}

function sortKeys(column: SortColumn, { viewer }: Context): SortKeys {
  switch (column) {
    case 'duedate':
      return { key: sql`inline_task.due_on` }
    case 'location':
      return { key: sql`page.title_key` }
    case 'completedate':
      return { key: sql`inline_task.completed_at`, nulls: sql`inline_task.completed_at is null` }
    case 'assignee':
      return {
        key: sql`(select lower(account.display_name) from account where account.id = inline_task.assignee_id)`,
        nulls: sql`inline_task.assignee_id is null`,
      }
    case 'labels':
      // The tilde sorts after the characters of labels.
      return {
        key: sql`coalesce((select min(label.name) from content_label join label on label.id = content_label.label_id
          where content_label.content_id = inline_task.page_id and label.owner_id in (0, ${viewer.userId ?? -1})), '~')`,
      }
  }
}

/** Rows of tasks with their pages, by id of the task. The caller has found them by {@link reportedIds}. */
export async function reportedTasks(ctx: Context, ids: readonly number[]) {
  const { read, dialect } = ctx.app.database
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('inline_task')
    .innerJoin('content', 'content.id', 'inline_task.content_id')
    .innerJoin('content as page', 'page.id', 'inline_task.page_id')
    .innerJoin('space', 'space.id', 'page.space_id')
    .selectAll('inline_task')
    .select(['content.type as content_type', 'space.key as space_key'])
    .select(['page.title as page_title', 'page.type as page_type', 'page.posting_day as page_posting_day'])
    .where('inline_task.id', 'in', dialect.inIntegers(ids))
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

export type ReportedTask = Awaited<ReturnType<typeof reportedTasks>>[number]
