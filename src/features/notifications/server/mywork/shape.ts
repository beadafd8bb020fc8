import type { Translate } from '#platform/texts.ts'
import { isoTime } from '#platform/wire.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'
import { pictureUrl, type Account } from '#features/accounts/server/index.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import type { MyworkNotification } from '../../mywork-contract.ts'
import { sentenceOf, type NotificationKind } from '../kinds.ts'
import { placeOf } from '../store.ts'
import type { ListedRow } from './store.ts'

const APPLICATION = 'com.atlassian.confluence'

/**
 * A notification on the wire.
 * @param kind of the row
 * @param actor who did it
 * @param text what was said, as plain text
 * @param t of its reader
 */
export function shapeOf(
  row: ListedRow,
  kind: NotificationKind,
  actor: Account | undefined,
  text: string,
  t: Translate,
): MyworkNotification {
  const itemId = row.page_id ?? row.id
  const title = row.page_title ?? row.title
  const at = isoTime(row.at)
  return {
    id: row.notification_id,
    globalId: String(row.notification_id),
    groupingId: String(itemId),
    application: APPLICATION,
    applicationLinkId: '',
    entity: row.page_type ?? row.type,
    action: row.kind,
    title: sentenceOf(t, kind, actor?.display_name, title),
    description: escapeHtml(text),
    url: placeOf(kind, row, row.space_key),
    iconUrl: actor ? pictureUrl(actor) : '',
    item: { title, url: pagePath(itemId), iconUrl: '', applicationLinkId: '' },
    metadata: actor ? { user: actor.username } : {},
    created: at,
    updated: at,
    status: null,
    read: row.read_at !== null,
    pinned: false,
  }
}

/** Notifications by what they happened to, in the order of the first of each group. */
export function groupsOf(notifications: readonly MyworkNotification[]) {
  return [...Map.groupBy(notifications, one => one.groupingId).values()].flatMap(group =>
    group[0] ? [{ item: group[0].item, notifications: group }] : [],
  )
}
