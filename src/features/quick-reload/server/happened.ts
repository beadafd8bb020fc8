import type { WikiEvent } from '#platform/server/events/events.ts'
import type { Change } from '../shared.ts'

/** An event of the log, as far as open pages care. */
export interface Happened {
  readonly event: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly changes: readonly Change[]
  readonly actorId: number | null
  /** The comment that was written. */
  readonly commentId?: number
  readonly isInline?: boolean
  /** The page's text was changed, and not only in a minor way. */
  readonly isEdit?: boolean
}

const OF_KIND: readonly [RegExp, readonly Change[]][] = [
  [/^(?:page|blogpost)\.(?:updated|restored|moved|restricted)$/, ['page']],
  [/^content\.(?:liked|unliked)$/, ['likes']],
  [/^label\./, ['labels']],
  [/^attachment\./, ['attachments']],
  [/^task\./, ['tasks']],
]
const ON_A_PAGE = /^(?:comment|attachment|task)\.|^content\.(?:liked|unliked)$/

/** Consequences of an event for the pages that are open; undefined if they show nothing of it. */
export function happenedIn(event: WikiEvent): Happened | undefined {
  const { id, at, kind, actorId, data } = event
  const about = { event: id, at, actorId }
  if (kind.startsWith('comment.')) {
    const { location } = data
    const changes: readonly Change[] =
      location === 'footer'
        ? ['comments']
        : location === 'inline'
          ? ['inline-comments']
          : ['comments', 'inline-comments']
    if (kind !== 'comment.created' || event.contentId === null) return { ...about, changes }
    return { ...about, changes, commentId: event.contentId, isInline: location === 'inline' }
  }
  const changes = OF_KIND.find(([pattern]) => pattern.test(kind))?.[1]
  if (!changes) return undefined
  return { ...about, changes, isEdit: kind.endsWith('.updated') && data['minor'] !== true }
}

/** The page that an event is about; `lookUp` where only the row of the content names its page. */
export function pageOfEvent({ kind, contentId, data }: WikiEvent): number | 'lookUp' | undefined {
  if (contentId === null) return undefined
  if (!ON_A_PAGE.test(kind)) return contentId
  const { containerId } = data
  if (typeof containerId === 'number') return containerId
  // Of a page itself, or of something on it.
  return containerId === null ? contentId : 'lookUp'
}
