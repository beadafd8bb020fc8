import type { App } from '#platform/server/app.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import type { Subscriber } from '#platform/server/events/subscribers.ts'
import type { SearchEntity } from '../tables.ts'
import { indexEntities } from './documents.ts'
import { SUBSCRIBER } from './store.ts'

const CONTENT_EVENT = /^(?:page|blogpost|comment|attachment|content)\./
/** Events that change nothing that can be searched for: the place of a page is read by each search. */
const WITHOUT_TEXT = /^(?:page|blogpost)\.moved$|\.(?:viewed|liked|unliked|shared|watched|unwatched|restricted)$/
const SPACE_EVENT = /^space\.[^.]+$/
const SPACE_WITHOUT_TEXT = /\.(?:starred|unstarred)$/

/**
 * Follows the event log and updates the index. `handled` is called after the commit with the last event that it covers.
 */
export function searchSubscriber(app: App, handled: (eventId: number) => void): Subscriber {
  return {
    name: SUBSCRIBER,
    invalidates: events => touched(events).length > 0,
    // Answers of searches are made from everything.
    changes: [],
    async handle(events, tx) {
      for (const [entity, ids] of touched(events)) await indexEntities(app, tx, entity, ids)
      const last = events.at(-1)
      if (last) tx.afterCommit(() => handled(last.id))
    },
  }
}

/** Entities that a batch of events has touched, once each. */
export function touched(events: readonly WikiEvent[]): [SearchEntity, number[]][] {
  const ids: Record<SearchEntity, Set<number>> = { content: new Set(), space: new Set(), user: new Set() }
  for (const { kind, contentId, spaceId, data } of events) {
    if (CONTENT_EVENT.test(kind)) {
      if (contentId !== null && !WITHOUT_TEXT.test(kind)) ids.content.add(contentId)
    } else if (SPACE_EVENT.test(kind)) {
      if (spaceId !== null && !SPACE_WITHOUT_TEXT.test(kind)) ids.space.add(spaceId)
    } else if (kind.startsWith('account.') && typeof data['accountId'] === 'number') ids.user.add(data['accountId'])
  }
  return (Object.entries(ids) as [SearchEntity, Set<number>][])
    .filter(([, found]) => found.size > 0)
    .map(([entity, found]) => [entity, [...found].toSorted((a, b) => a - b)])
}
