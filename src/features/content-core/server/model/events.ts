import type { DocumentFacts } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '../store.ts'

/** `page.created`, `blogpost.updated` …: events for subscribers. */
export function event(ctx: Context, row: ContentRow, what: string, data: Record<string, unknown> = {}) {
  return {
    kind: `${row.type}.${what}`,
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    // Of comments and files: once they are gone, nothing else names their page.
    data: row.container_id === null ? data : { containerId: row.container_id, ...data },
  }
}

/** Whether a text names users: without, no subscriber has to look for them. */
export function mentionsUsers({ references }: Pick<DocumentFacts, 'references'>): boolean {
  return references.some(({ kind }) => kind === 'user')
}
