import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { childrenOf, contentPath, type ContentRow } from '#features/content-core/server/read.ts'
import { headViews, personView, versionHeads } from '#features/content/server/index.ts'
import { labelsOf, labelWire } from '#features/labels/server/index.ts'
import { restrictionsView } from '#features/restrictions/server/index.ts'
import type { PageInformation, VersionHead } from '../contract.ts'
import { requireSpaceOf } from './head.ts'
import type { Window } from './links.ts'
import { countVersions, versionsByAuthor } from './store.ts'

const MOST_CONTRIBUTORS = 20
const MOST_CHILDREN = 50

/** Versions without their text, newest first; one more than `limit` when more follow. */
export async function pageHistory(ctx: Context, row: ContentRow, { start, limit }: Window): Promise<VersionHead[]> {
  return headViews(ctx, row.id, await versionHeads(ctx, row.id, start, limit + 1))
}

/** Content of the screen "Page information", besides links. */
export async function pageInformation(ctx: Context, row: ContentRow): Promise<PageInformation> {
  const space = await requireSpaceOf(ctx, row)
  const written = await versionsByAuthor(ctx.app, row.id, MOST_CONTRIBUTORS)
  const versions = await countVersions(ctx.app, row.id)
  const children = await childrenOf(ctx, row, 'page', 0, MOST_CHILDREN)
  const people = await accountsById(ctx.app, [row.creator_id, row.updater_id, ...written.map(one => one.author_id)])
  const who = (id: number | null) => personView(ctx, people.get(id ?? 0))
  return {
    createdBy: who(row.creator_id),
    createdAt: isoTime(row.created_at),
    updatedBy: who(row.updater_id),
    updatedAt: isoTime(row.updated_at),
    versions,
    contributors: written.map(one => ({ person: who(one.author_id), versions: Number(one.versions) })),
    labels: ((await labelsOf(ctx, [row.id])).get(row.id) ?? []).map(labelWire),
    restrictions: await restrictionsView(ctx, row),
    children: children.map(page => ({ id: String(page.id), title: page.title, url: contentPath(page, space.key) })),
  }
}
