import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { labelled } from '#features/labels/server/index.ts'

const FILE_COLUMNS = {
  name: 'content.title_key',
  date: 'content.updated_at',
  size: 'attachment.size',
  createddate: 'content.created_at',
} as const

const PICTURE_COLUMNS = {
  name: 'content.title_key',
  comment: 'attachment.comment',
  date: 'content.updated_at',
  size: 'attachment.size',
} as const

interface FileOrder {
  sort: keyof typeof FILE_COLUMNS
  direction: 'asc' | 'desc'
  limit: number
}

export type FileRow = Awaited<ReturnType<typeof filesOfPage>>[number]

/** The current files of a page. */
export async function filesOfPage(ctx: Context, pageId: number, { sort, direction, limit }: FileOrder) {
  return currentFiles(ctx, pageId)
    .select(['content.updater_id', 'attachment.size', 'attachment.media_type'])
    .orderBy(FILE_COLUMNS[sort], direction)
    .orderBy('content.id')
    .limit(limit)
    .execute()
}

/** Which pictures are wanted: by file name and by label. Empty lists exclude nothing. */
interface PictureFilter {
  include: readonly string[]
  exclude: readonly string[]
  includeLabel: readonly string[]
  excludeLabel: readonly string[]
}

interface PictureOrder {
  sort: keyof typeof PICTURE_COLUMNS
  direction: 'asc' | 'desc'
  limit: number
}

export type PictureRow = Awaited<ReturnType<typeof picturesOfPage>>[number]

/** The current files of a page that are pictures and pass the filter. */
export async function picturesOfPage(
  ctx: Context,
  pageId: number,
  { include, exclude, includeLabel, excludeLabel }: PictureFilter,
  { sort, direction, limit }: PictureOrder,
) {
  const { read } = ctx.app.database
  const withLabel = (name: string) => labelled(read, { prefix: 'global', name: name.toLowerCase() }, ctx.viewer)
  return (
    currentFiles(ctx, pageId)
      .select('attachment.comment')
      // Only of pictures that could be read is the width known.
      .where('attachment.width', 'is not', null)
      .$if(include.length > 0, query => query.where('content.title', 'in', include))
      .$if(exclude.length > 0, query => query.where('content.title', 'not in', exclude))
      .$if(includeLabel.length > 0, query =>
        query.where(eb => eb.or(includeLabel.map(name => eb('content.id', 'in', withLabel(name))))),
      )
      .$if(excludeLabel.length > 0, query =>
        query.where(eb => eb.and(excludeLabel.map(name => eb('content.id', 'not in', withLabel(name))))),
      )
      .orderBy(PICTURE_COLUMNS[sort], direction)
      .orderBy('content.id', direction)
      .limit(limit)
      .execute()
  )
}

/** How many comments of each content the viewer may see; those without any are left out. */
export async function countComments(ctx: Context, ids: readonly number[]): Promise<Map<number | null, number>> {
  const { read, dialect } = ctx.app.database
  const rows = await read
    .selectFrom('content')
    .select(eb => ['container_id', eb.fn.countAll<number>().as('total')])
    .where('container_id', 'in', dialect.inIntegers(ids))
    .where('type', '=', 'comment')
    .where('status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .groupBy('container_id')
    .execute()
  return new Map(rows.map(row => [row.container_id, Number(row.total)]))
}

function currentFiles({ app }: Context, pageId: number) {
  return app.database.read
    .selectFrom('content')
    .innerJoin('attachment', 'attachment.content_id', 'content.id')
    .select(['content.id', 'content.container_id', 'content.title', 'content.version', 'content.updated_at'])
    .where('content.container_id', '=', pageId)
    .where('content.type', '=', 'attachment')
    .where('content.status', '=', 'current')
}
