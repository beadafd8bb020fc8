import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { preparedWithLists } from '#platform/server/database/index.ts'
import {
  authorships,
  writtenVersion,
  type ContentRow,
  type ContentVersionRow,
} from '#features/content-core/server/read.ts'

export type VersionHead = Omit<ContentVersionRow, 'storage'>

/** Versions without their text, newest first. */
export async function versionHeads(
  ctx: Context,
  contentId: number,
  start: number,
  limit: number,
): Promise<VersionHead[]> {
  return ctx.app.database.read
    .selectFrom('content_version')
    .select(['content_id', 'number', 'author_id', 'at', 'message', 'minor', 'title'])
    .where('content_id', '=', contentId)
    .orderBy('number', 'desc')
    .offset(start)
    .limit(limit)
    .execute()
}

type TitlelessHead = Omit<VersionHead, 'title'>

const VERSION_HEAD = [
  'content_version.content_id',
  'content_version.number',
  'content_version.author_id',
  'content_version.at',
  'content_version.message',
  'content_version.minor',
] as const

/** The current version of each content. */
export async function currentVersions(ctx: Context, rows: readonly ContentRow[]): Promise<Map<number, TitlelessHead>> {
  const written = rows.flatMap(row => writtenVersion(row) ?? [])
  const others = rows.filter(row => !writtenVersion(row))
  const found = others.length === 0 ? [] : await currentVersionsOf(ctx.app.database, { ids: others.map(row => row.id) })
  return new Map([...written, ...found].map(row => [row.content_id, row]))
}

const currentVersionsOf = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('content_version')
    .innerJoin('content', join =>
      join
        .onRef('content.id', '=', 'content_version.content_id')
        .onRef('content.version', '=', 'content_version.number'),
    )
    .select([...VERSION_HEAD])
    .where('content.id', 'in', dialect.inIntegers(ids)),
)

/** The version before the current one of each content. */
export async function previousVersions(ctx: Context, rows: readonly ContentRow[]): Promise<Map<number, TitlelessHead>> {
  const { read, dialect } = ctx.app.database
  const found = await read
    .selectFrom('content_version')
    .innerJoin('content', join =>
      join
        .onRef('content.id', '=', 'content_version.content_id')
        .on('content_version.number', '=', eb => eb(eb.ref('content.version'), '-', 1)),
    )
    .select([...VERSION_HEAD])
    .where('content.id', 'in', dialect.inIntegers(rows.map(row => row.id)))
    .execute()
  return new Map(found.map(row => [row.content_id, row]))
}

/** Users whose changes a version published, by content. */
export async function authorsOf(ctx: Context, rows: readonly ContentRow[], limit: number) {
  const { database } = ctx.app
  return database.read
    .selectFrom(
      authorships(
        database,
        rows.map(row => row.id),
      ),
    )
    .select(['content_id', 'author_id'])
    .distinct()
    .where('author_id', 'is not', null)
    .limit(limit)
    .execute()
}

/** When changes of an account were last published in each content. */
export async function lastVersionsBy(
  ctx: Context,
  rows: readonly ContentRow[],
  accountId: number,
): Promise<Map<number, number>> {
  const { database } = ctx.app
  const found = await database.read
    .selectFrom(
      authorships(
        database,
        rows.map(row => row.id),
      ),
    )
    .select(['content_id', sql<number>`max(at)`.as('at')])
    .where('author_id', '=', accountId)
    .groupBy('content_id')
    .execute()
  return new Map(found.map(row => [row.content_id, row.at]))
}
