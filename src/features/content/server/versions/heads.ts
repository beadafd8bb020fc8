import type { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { versionAuthors } from '#features/content-core/server/read.ts'
import type { versionHead } from '../../versions-contract.ts'
import type { VersionHead } from '../store/versions.ts'
import { personView } from '../view/page-view.ts'

export type VersionView = z.output<typeof versionHead>

/** Versions of a content without their text, with all users whose changes they published. */
export async function headViews(
  ctx: Context,
  contentId: number,
  heads: readonly VersionHead[],
): Promise<VersionView[]> {
  const others = await versionAuthors(
    ctx.app.database.read,
    contentId,
    heads.map(head => head.number),
  )
  const people = await accountsById(ctx.app, [...heads.map(head => head.author_id), ...[...others.values()].flat()])
  return heads.map(head => ({
    number: head.number,
    title: head.title,
    message: head.message,
    minor: head.minor === 1,
    at: isoTime(head.at),
    author: personView(ctx, people.get(head.author_id ?? 0)),
    otherAuthors: (others.get(head.number) ?? []).flatMap(id => personView(ctx, people.get(id)) ?? []),
  }))
}
