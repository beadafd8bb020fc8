import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Viewer } from '#platform/server/context.ts'
import type { EngineDialect } from '#platform/server/database/index.ts'
import { grantsOf, spacePresent, spaceVisible } from '#features/spaces/server/index.ts'

/**
 * Policy inside a query: rows of `content` (under the given alias) that the viewer may see. Their space is readable, and
 * every restricted page on the chain above lets the viewer in. Goes *inside* each list and search, before any limit.
 * Drafts and trashed content have rules of their own on top; see `policies.ts`.
 */
export function visible(dialect: EngineDialect, viewer: Viewer, alias = 'content'): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return spacePresent(`${alias}.space_id`)
  if (!viewer.mayUse) return sql<SqlBool>`1 = 0`
  const guard = sql.ref(`${alias}.guard_id`)
  return sql<SqlBool>`(${spaceVisible(dialect, viewer, `${alias}.space_id`)}
    and (${guard} is null or ${passesGuard(dialect, viewer, guard)}))`
}

/** Every link of the guard's chain names the viewer or one of their groups. */
export function passesGuard(dialect: EngineDialect, viewer: Viewer, guard: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql<SqlBool>`1 = 1`
  return sql<SqlBool>`not exists (select 1 from guard_link where guard_link.guard_id = ${guard} and not exists (
    select 1 from restriction where restriction.content_id = guard_link.link_id and restriction.operation = 'read'
      and ${grantsOf(dialect, viewer, 'restriction')}))`
}
