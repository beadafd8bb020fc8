import type { App } from '#platform/server/app.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { findAccount } from '#features/accounts/server/index.ts'
import { contentById } from '#features/content-core/server/read.ts'
import { spaceRow } from '#features/spaces/server/index.ts'
import type { WebhookEvent } from '../contract.ts'

/** Names in the event log of the events that webhooks get. */
const NAMES: Readonly<Record<string, WebhookEvent>> = {
  'page.created': 'page_created',
  'page.updated': 'page_updated',
  'page.moved': 'page_moved',
  'page.trashed': 'page_trashed',
  'page.restored': 'page_restored',
  'page.purged': 'page_removed',
  'blogpost.created': 'blog_created',
  'blogpost.updated': 'blog_updated',
  'blogpost.trashed': 'blog_trashed',
  'blogpost.restored': 'blog_restored',
  'blogpost.purged': 'blog_removed',
  'comment.created': 'comment_created',
  'comment.updated': 'comment_updated',
  'comment.purged': 'comment_removed',
  'attachment.created': 'attachment_created',
  'attachment.updated': 'attachment_updated',
  'attachment.trashed': 'attachment_trashed',
  'attachment.restored': 'attachment_restored',
  'attachment.purged': 'attachment_removed',
  'page.restricted': 'content_permissions_updated',
  'blogpost.restricted': 'content_permissions_updated',
  'label.added': 'label_added',
  'label.removed': 'label_deleted',
  'space.created': 'space_created',
  'space.updated': 'space_updated',
  'space.purged': 'space_removed',
  'space.permission.changed': 'space_permissions_updated',
  'account.created': 'user_created',
  'account.disabled': 'user_deactivated',
  'account.enabled': 'user_reactivated',
  'account.deleted': 'user_removed',
  'group.created': 'group_created',
  'group.deleted': 'group_removed',
}

/** The webhooks' name of what happened; undefined for what they do not get. */
export function webhookEventOf({ kind }: WikiEvent): WebhookEvent | undefined {
  return NAMES[kind]
}

/**
 * The body of a message: the event, its time, the actor and the subject, without its text: the recipient reads that
 * with its own rights.
 */
export async function payloadOf(app: App, event: WikiEvent): Promise<Record<string, unknown>> {
  const { read } = app.database
  const { accountId } = event.data
  const actor = event.actorId === null ? undefined : await findAccount(app, { id: event.actorId })
  const content = event.contentId === null ? undefined : await contentById(read, event.contentId)
  const space = event.spaceId === null ? undefined : await spaceRow(read, event.spaceId)
  const account = typeof accountId === 'number' ? await findAccount(app, { id: accountId }) : undefined
  const type = content?.type ?? event.kind.split('.')[0] ?? 'content'
  return {
    timestamp: event.at,
    event: webhookEventOf(event),
    userKey: actor?.user_key ?? '',
    ...(event.contentId === null
      ? {}
      : {
          [type === 'blogpost' ? 'blog' : type]: {
            id: event.contentId,
            contentType: type,
            spaceKey: space?.key ?? '',
            title: content?.title ?? (typeof event.data['title'] === 'string' ? event.data['title'] : ''),
            ...(content
              ? {
                  version: content.version,
                  creationDate: content.created_at,
                  modificationDate: content.updated_at,
                  ...(content.container_id === null ? {} : { container: content.container_id }),
                  self: `${app.baseUrl}/rest/api/content/${type === 'attachment' ? 'att' : ''}${content.id}`,
                }
              : {}),
          },
        }),
    ...(event.spaceId === null
      ? {}
      : {
          space: {
            id: event.spaceId,
            key: space?.key ?? event.data['key'] ?? '',
            title: space?.name ?? event.data['name'] ?? '',
          },
        }),
    ...(account ? { userProfile: { userKey: account.user_key, username: account.username } } : {}),
    ...(event.kind.startsWith('group.') && typeof event.data['name'] === 'string'
      ? { group: { name: event.data['name'] } }
      : {}),
    ...(event.kind.startsWith('label.') && Array.isArray(event.data['labels'])
      ? { labels: event.data['labels'] as unknown[] }
      : {}),
  }
}
