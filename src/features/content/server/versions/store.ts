import type { Context } from '#platform/server/context.ts'
import type { ContentVersionRow } from '../store.ts'

export type VersionHead = Omit<ContentVersionRow, 'storage'>

/** Versions without their text, newest first. */
export async function versionHeads(ctx: Context, contentId: number, start: number, limit: number): Promise<VersionHead[]> {
  return ctx.app.database.read.selectFrom('content_version')
    .select(['content_id', 'number', 'author_id', 'at', 'message', 'minor', 'title'])
    .where('content_id', '=', contentId).orderBy('number', 'desc').offset(start).limit(limit).execute()
}
