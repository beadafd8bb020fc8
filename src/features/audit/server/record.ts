import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { namesOf, type Names, type NewRecord } from './store.ts'

interface Named {
  name: string
  objectType: string
}
interface Kind {
  category: string
  summary: string
  /** Subject of the event; further things that it names are associated. */
  object:
    | 'User'
    | 'Group'
    | 'Space'
    | 'Content'
    | 'Setting'
    | 'Permission'
    | 'Webhook'
    | 'Template'
    | 'Application'
    | 'Backup'
}

const USERS = 'Users and groups'
const PERMISSIONS = 'Permissions'
const SPACES = 'Spaces'
const GLOBAL = 'Global administration'
const SECURITY = 'Security'

/** The events that are recorded, in the words of the audit log. */
const KINDS: Readonly<Record<string, Kind>> = {
  'account.created': { category: USERS, summary: 'User created', object: 'User' },
  'account.updated': { category: USERS, summary: 'User details updated', object: 'User' },
  'account.enabled': { category: USERS, summary: 'User reactivated', object: 'User' },
  'account.disabled': { category: USERS, summary: 'User deactivated', object: 'User' },
  'account.deleted': { category: USERS, summary: 'User deleted', object: 'User' },
  'account.password-changed': { category: SECURITY, summary: 'User password changed', object: 'User' },
  'account.reset-link-created': { category: SECURITY, summary: 'Password reset link created', object: 'User' },
  'account.elevated': { category: SECURITY, summary: 'Administrator confirmed their password', object: 'User' },
  'token.created': { category: SECURITY, summary: 'Personal access token created', object: 'User' },
  'token.revoked': { category: SECURITY, summary: 'Personal access token revoked', object: 'User' },
  'agent.connected': { category: SECURITY, summary: 'Agent connected', object: 'Application' },
  'agent.disconnected': { category: SECURITY, summary: 'Agent disconnected', object: 'Application' },
  'group.created': { category: USERS, summary: 'Group created', object: 'Group' },
  'group.deleted': { category: USERS, summary: 'Group deleted', object: 'Group' },
  'group.member-added': { category: USERS, summary: 'User added to group', object: 'Group' },
  'group.member-removed': { category: USERS, summary: 'User removed from group', object: 'Group' },
  'global-permission.changed': { category: PERMISSIONS, summary: 'Global permission changed', object: 'Permission' },
  'setting.changed': { category: GLOBAL, summary: 'Setting changed', object: 'Setting' },
  'space.created': { category: SPACES, summary: 'Space created', object: 'Space' },
  'space.imported': { category: SPACES, summary: 'Space imported', object: 'Space' },
  'space.updated': { category: SPACES, summary: 'Space details updated', object: 'Space' },
  'space.archived': { category: SPACES, summary: 'Space archived', object: 'Space' },
  'space.restored': { category: SPACES, summary: 'Space restored', object: 'Space' },
  'space.deleted': { category: SPACES, summary: 'Space deletion begun', object: 'Space' },
  'space.purged': { category: SPACES, summary: 'Space deleted', object: 'Space' },
  'space.exported': { category: SPACES, summary: 'Space exported', object: 'Space' },
  'space.permission.changed': { category: PERMISSIONS, summary: 'Space permission changed', object: 'Space' },
  'colour-scheme.changed': { category: GLOBAL, summary: 'Colour scheme changed', object: 'Setting' },
  'page.restricted': { category: PERMISSIONS, summary: 'Content restriction changed', object: 'Content' },
  'blogpost.restricted': { category: PERMISSIONS, summary: 'Content restriction changed', object: 'Content' },
  'page.purged': { category: SPACES, summary: 'Page deleted for good', object: 'Content' },
  'blogpost.purged': { category: SPACES, summary: 'Blog post deleted for good', object: 'Content' },
  'diagram-embed.created': { category: SECURITY, summary: 'Diagram embed link created', object: 'Content' },
  'diagram-embed.deactivated': { category: SECURITY, summary: 'Diagram embed links deactivated', object: 'Content' },
  'diagram-embed.space-changed': { category: SECURITY, summary: 'Diagram embedding changed', object: 'Space' },
  'webhook.created': { category: GLOBAL, summary: 'Webhook created', object: 'Webhook' },
  'webhook.updated': { category: GLOBAL, summary: 'Webhook updated', object: 'Webhook' },
  'webhook.deleted': { category: GLOBAL, summary: 'Webhook deleted', object: 'Webhook' },
  'chat-room.created': { category: SPACES, summary: 'Chat room added', object: 'Space' },
  'chat-room.updated': { category: SPACES, summary: 'Chat room changed', object: 'Space' },
  'chat-room.deleted': { category: SPACES, summary: 'Chat room removed', object: 'Space' },
  'template.created': { category: GLOBAL, summary: 'Template created', object: 'Template' },
  'template.updated': { category: GLOBAL, summary: 'Template changed', object: 'Template' },
  'template.deleted': { category: GLOBAL, summary: 'Template deleted', object: 'Template' },
  'emoji.added': { category: GLOBAL, summary: 'Emoji added', object: 'Setting' },
  'emoji.removed': { category: GLOBAL, summary: 'Emoji removed', object: 'Setting' },
  'linked-application.created': { category: GLOBAL, summary: 'Application linked', object: 'Application' },
  'linked-application.updated': { category: GLOBAL, summary: 'Linked application changed', object: 'Application' },
  'linked-application.deleted': { category: GLOBAL, summary: 'Application unlinked', object: 'Application' },
  'entity-link.created': { category: SPACES, summary: 'Space linked with another application', object: 'Space' },
  'entity-link.deleted': { category: SPACES, summary: 'Link of a space removed', object: 'Space' },
  'backup.requested': { category: GLOBAL, summary: 'Backup requested', object: 'Backup' },
  'backup.downloaded': { category: GLOBAL, summary: 'Backup downloaded', object: 'Backup' },
  'backup.restore-requested': { category: GLOBAL, summary: 'Restore of a backup requested', object: 'Backup' },
  'backup.cancelled': { category: GLOBAL, summary: 'Backup cancelled', object: 'Backup' },
}

const MAX_NAME = 500
const MAX_VALUE = 1000
const MAX_CHANGES = 50

/**
 * Records of the events that the audit log keeps; the others have none. Names are looked up now, while they are there.
 */
export async function recordsOf(tx: WriteTransaction, events: readonly WikiEvent[]): Promise<NewRecord[]> {
  const mine = events.flatMap(event => (KINDS[event.kind] ? [{ event, kind: KINDS[event.kind]! }] : []))
  if (mine.length === 0) return []
  const names = await namesFor(
    tx,
    mine.map(({ event }) => event),
  )
  return mine.map(({ event, kind }) => {
    const objects = objectsOf(event, kind, names)
    const object = objects.find(each => each.objectType === kind.object) ?? { name: '', objectType: kind.object }
    const actor = event.actorId === null ? 'System' : (names.accounts.get(event.actorId) ?? `user ${event.actorId}`)
    const associated = objects.filter(each => each !== object)
    return {
      event_id: event.id,
      at: event.at,
      category: kind.category,
      summary: kind.summary,
      actor_id: event.actorId,
      actor_name: actor,
      object_type: object.objectType,
      object_name: object.name.slice(0, MAX_NAME),
      associated: JSON.stringify(associated),
      changes: JSON.stringify(changesOf(event.data)),
      words: [kind.summary, actor, ...objects.map(each => each.name)].join('\n').toLowerCase(),
    }
  })
}

function namesFor(tx: WriteTransaction, events: readonly WikiEvent[]): Promise<Names> {
  const ids = (pick: (event: WikiEvent) => unknown[]) =>
    [...new Set(events.flatMap(pick))].filter(id => Number.isSafeInteger(id)) as number[]
  return namesOf(tx, {
    accounts: ids(event => [event.actorId, ...subjectIds(event, 'accountId')]),
    groups: ids(event => subjectIds(event, 'groupId')),
    spaces: ids(event => [event.spaceId]),
    contents: ids(event => [event.contentId]),
  })
}

/** Ids that an event names itself, or within its `subject`. */
function subjectIds({ data }: WikiEvent, name: 'accountId' | 'groupId'): unknown[] {
  const { subject } = data
  return [
    data[name],
    typeof subject === 'object' && subject !== null ? (subject as Record<string, unknown>)[name] : undefined,
  ]
}

function objectsOf(event: WikiEvent, kind: Kind, names: Names): Named[] {
  const { data } = event
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : undefined)
  const found: Named[] = []
  const add = (objectType: string, name: string | undefined) => {
    if (name !== undefined && !found.some(each => each.objectType === objectType))
      found.push({ name: name.slice(0, MAX_NAME), objectType })
  }
  for (const id of subjectIds(event, 'groupId'))
    if (typeof id === 'number') add('Group', names.groups.get(id) ?? text('name') ?? `group ${id}`)
  for (const id of subjectIds(event, 'accountId'))
    if (typeof id === 'number') add('User', names.accounts.get(id) ?? `user ${id}`)
  if (kind.object === 'User' && event.actorId !== null)
    add('User', names.accounts.get(event.actorId) ?? `user ${event.actorId}`)
  if (event.contentId !== null)
    add('Content', names.contents.get(event.contentId) ?? text('title') ?? `content ${event.contentId}`)
  if (event.spaceId !== null) add('Space', names.spaces.get(event.spaceId) ?? text('key') ?? `space ${event.spaceId}`)
  if (text('subject') && text('name')) add(text('subject') === 'group' ? 'Group' : 'User', text('name'))
  if (kind.object === 'Permission')
    add('Permission', typeof data['subject'] === 'string' ? data['subject'] : (found[0]?.name ?? 'global'))
  if (['Setting', 'Webhook', 'Template', 'Application', 'Backup'].includes(kind.object))
    add(kind.object, text('name') ?? text('key') ?? '')
  return found
}

/** Values added, removed or given, as far as the event says; never a secret, since events hold none. */
function changesOf(data: Record<string, unknown>): { name: string; oldValue: string; newValue: string }[] {
  const words = (value: unknown) =>
    (Array.isArray(value) ? value.map(String).join(', ') : String(value)).slice(0, MAX_VALUE)
  const changes: { name: string; oldValue: string; newValue: string }[] = []
  for (const [name, given] of [
    ['added', true],
    ['granted', true],
    ['removed', false],
    ['revoked', false],
  ] as const) {
    const permissions = data[name]
    if (!Array.isArray(permissions) || permissions.length === 0) continue
    changes.push({
      name: 'Permissions',
      oldValue: given ? '' : words(permissions),
      newValue: given ? words(permissions) : '',
    })
  }
  if (Array.isArray(data['operations']))
    changes.push({ name: 'Restrictions', oldValue: '', newValue: words(data['operations']) })
  return changes.slice(0, MAX_CHANGES)
}
