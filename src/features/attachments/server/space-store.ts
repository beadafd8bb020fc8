import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { unguarded } from '#features/content-core/server/policies.ts'
import { titleKey } from '#features/content-core/server/read.ts'
import { labelled, type LabelName } from '#features/labels/server/index.ts'
import { EXTENSION } from './migrations.ts'

export interface SpaceFileFilter {
  /** Of the name, as a user writes it. */
  extension?: string | undefined
  label?: LabelName | undefined
  /** The last file of the part before. */
  after?: { id: number; titleKey: string } | undefined
}

export type SpaceFileRow = Awaited<ReturnType<typeof filesOfSpace>>[number]

/** Files by name, with what they are attached to, of the pages and posts of a space that the viewer may see. */
export async function filesOfSpace(
  ctx: Context,
  spaceId: number,
  { extension, label, after }: SpaceFileFilter,
  limit: number,
) {
  const { read, dialect } = ctx.app.database
  let query = read
    .selectFrom('content')
    .selectAll('content')
    .innerJoin('content as holder', 'holder.id', 'content.container_id')
    .select(['holder.type as holder_type', 'holder.title as holder_title', 'holder.posting_day as holder_day'])
    .where('content.space_id', '=', spaceId)
    .where('content.type', '=', 'attachment')
    .where('content.status', '=', 'current')
    .where('holder.status', '=', 'current')
    .where('holder.type', 'in', ['page', 'blogpost'])
    .where(unguarded(dialect, ctx.viewer))
  if (extension) {
    const wanted = titleKey(extension)
    const pattern = `%.${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}`
    query = query
      .where(
        sql<boolean>`${sql.raw(EXTENSION.replaceAll('title_key', 'content.title_key'))} = ${wanted.slice(wanted.lastIndexOf('.') + 1)}`,
      )
      .where(sql<boolean>`content.title_key like ${pattern} escape ${sql.lit('\\')}`)
  }
  if (label) query = query.where('content.id', 'in', labelled(read, label, ctx.viewer))
  if (after) query = query.where(sql<boolean>`(content.title_key, content.id) > (${after.titleKey}, ${after.id})`)
  return query.orderBy('content.title_key').orderBy('content.id').limit(limit).execute()
}
