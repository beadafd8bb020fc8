import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'

/** Whether diagrams of a page can be shown outside of the wiki; the caller knows that the viewer may edit them. */
export const diagramEmbedding =
  extensionPoint<(ctx: Context, owner: ContentRow) => Promise<boolean>>('diagrams.embedding')

export async function isEmbeddable(ctx: Context, owner: ContentRow): Promise<boolean> {
  for (const isOffered of ctx.app.extensions.all(diagramEmbedding)) if (await isOffered(ctx, owner)) return true
  return false
}
