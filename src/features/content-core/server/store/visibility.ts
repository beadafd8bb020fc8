import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Viewer } from '#platform/server/context.ts'
import type { EngineDialect } from '#platform/server/database/index.ts'
import { grantsOf, spacePresent, spaceVisible } from '#features/spaces/server/index.ts'

/**
 * Policy inside a query: rows of `content` (under the given alias) that the viewer may see. Their space is readable,
 * and every restricted page on the chain above lets the viewer in. Goes *inside* each list and search, before any
 * limit. Further rules hold for drafts and trashed content; see `policies.ts`.
 */
export function visible(dialect: EngineDialect, viewer: Viewer, alias = 'content'): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return spacePresent(`${alias}.space_id`)
  if (!viewer.mayUse) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${spaceVisible(dialect, viewer, `${alias}.space_id`)} and ${unguarded(dialect, viewer, alias)})`
}

/**
 * The part of {@link visible} that differs from row to row within one space: for queries inside a space that the viewer
 * is known to see.
 */
export function unguarded(dialect: EngineDialect, viewer: Viewer, alias = 'content'): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`1 = 1`
  const guard = sql.ref(`${alias}.guard_id`)
  return sql<SqlBool>`(${guard} is null or ${passesGuard(dialect, viewer, guard)})`
}

/**
 * True for rows of `content` that do not belong to a page in the trash: comments and files are as hidden as their page,
 * while their own row keeps its status. Those that were thrown away themselves are judged by that. Content that belongs
 * to a file belongs to the file's page too.
 */
export function holderPresent(alias = 'content'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`(${column('container_id')} is null or ${column('status')} = 'trashed' or not exists (
    select 1 from content holder left join content page on page.id = holder.container_id
    where holder.id = ${column('container_id')} and (holder.status = 'trashed' or page.status = 'trashed')))`
}

/**
 * True for rows of `content` in no other content: all pages and posts. Their lists by id have an index that begins with
 * this condition.
 */
export function withoutContainer(): RawBuilder<SqlBool> {
  return sql<SqlBool>`content.container_id is null`
}

/** True for rows of `content` in another: all comments and files, whose lists have an index too. */
export function withContainer(): RawBuilder<SqlBool> {
  return sql<SqlBool>`content.container_id is not null`
}

/** Every link of the guard's chain names the viewer or one of their groups. */
export function passesGuard(dialect: EngineDialect, viewer: Viewer, guard: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`not exists (select 1 from guard_link where guard_link.guard_id = ${guard} and not exists (
    select 1 from restriction where restriction.content_id = guard_link.link_id and restriction.operation = 'read'
      and ${grantsOf(dialect, viewer, 'restriction')}))`
}
