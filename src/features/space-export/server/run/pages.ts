import type { ContentRow } from '#features/content-core/server/read.ts'
import { objectText, type Reference, type Value } from '../package/objects.ts'
import { contentsOf } from '../store/contents.ts'
import { commentsOn } from './comments.ts'
import { filesOn } from './files.ts'
import { labellings, likes, partsOf, type Parts, type Written } from './parts.ts'
import type { ExportRun } from './run.ts'
import { bodyText, versionsOf } from './texts.ts'

/** Pages with all that hangs on them that are held at a time, without their texts. */
const PORTION = 20
const PLAIN_TEXT = 1
const PROPERTY_MODULE = 'com.atlassian.confluence.plugins.confluence-content-property-storage:content-property'

/** All pages and posts, with all that hangs on them. */
export async function* pagesText(run: ExportRun): AsyncGenerator<string> {
  const { ctx, space, places, options } = run
  for (let at = 0; at < places.order.length; at += PORTION) {
    options.signal?.throwIfAborted()
    const ids = places.order.slice(at, at + PORTION)
    const rows = new Map((await contentsOf(ctx, space.id, ids)).map(row => [row.id, row]))
    const parts = await partsOf(run, [...rows.values()])
    for (const id of ids) {
      const row = rows.get(id)
      if (row) yield* pageText(run, row, parts)
    }
    await options.progress?.(Math.min(at + PORTION, places.order.length), places.order.length)
  }
}

async function* pageText(run: ExportRun, row: ContentRow, parts: Parts): AsyncGenerator<string> {
  const of: Reference = { class: row.type === 'page' ? 'Page' : 'BlogPost', id: row.id }
  const inEach = { space: { class: 'Space', id: run.space.id } } as const
  const labels = labellings(run, parts, of)
  const restrictions = restrictionsOf(run, parts, of)
  const fields = {
    ...(row.type === 'page' ? placeOf(run, row.id) : {}),
    contentPermissionSets: restrictions.members,
    attachments: references('Attachment', parts.files.get(row.id)),
    comments: references('Comment', parts.comments.get(row.id)),
    labellings: labels.members,
  }
  run.written.add(row.id)
  yield* versionsOf(run, of, row, { fields, inEach })
  yield (
    labels.text + restrictions.text + likes(run, parts, of) + followersOf(run, parts, of) + propertiesOf(run, parts, of)
  )
  yield* filesOn(run, parts, of)
  yield* commentsOn(run, parts, of)
}

function references(className: Reference['class'], rows: readonly ContentRow[] | undefined): Reference[] {
  return (rows ?? []).map(row => ({ class: className, id: row.id }))
}

/** Position of a page among those that are written: none is before the one above it. */
function placeOf({ places, written }: ExportRun, id: number): Record<string, Value> {
  const ancestors: Reference[] = []
  let at = places.of.get(id)?.parentId ?? null
  while (at !== null && written.has(at)) {
    ancestors.push({ class: 'Page', id: at })
    at = places.of.get(at)?.parentId ?? null
  }
  return {
    position: places.of.get(id)?.position ?? null,
    parent: ancestors[0] ?? null,
    ancestors: { ordered: ancestors.toReversed() },
  }
}

/** Users and groups who may see and edit a page, where not everybody may. */
function restrictionsOf({ ids, people }: ExportRun, parts: Parts, of: Reference): Written {
  const rows = parts.restrictions.get(Number(of.id)) ?? []
  const members: Reference[] = []
  let text = ''
  for (const operation of ['read', 'update'] as const) {
    const named = rows.filter(row => row.operation === operation)
    if (named.length === 0) continue
    const type = operation === 'read' ? 'View' : 'Edit'
    const set = ids.next('ContentPermissionSet')
    const contentPermissions: Reference[] = []
    for (const { account_id, group_id } of named) {
      const permission = ids.next('ContentPermission')
      contentPermissions.push(permission)
      text += objectText(permission, {
        type,
        userSubject: people.reference(account_id),
        groupName: group_id === null ? null : (parts.groups.get(group_id) ?? null),
        owningSet: set,
      })
    }
    members.push(set)
    text += objectText(set, { type, owningContent: of, contentPermissions })
  }
  return { members, text }
}

/** Users who watch a page, and who saved it for later. */
function followersOf({ ids, people }: ExportRun, parts: Parts, of: Reference): string {
  const kind = of.class === 'Page' ? 'page' : 'blogpost'
  const watches = (parts.watches.get(Number(of.id)) ?? []).map(({ account_id, created_at }) => {
    const receiver = people.reference(account_id)
    const at = new Date(created_at)
    if (!receiver) return ''
    return objectText(ids.next('Notification'), {
      content: of,
      receiver,
      creator: receiver,
      creationDate: at,
      lastModifier: receiver,
      lastModificationDate: at,
      digest: false,
      network: false,
      type: { enumeration: 'ContentTypeEnum', package: 'search.service', value: kind },
    })
  })
  const saved = (parts.saved.get(Number(of.id)) ?? []).map(({ account_id, at }) => {
    const sourceContent = people.reference(account_id)
    if (!sourceContent) return ''
    return objectText(ids.next('User2ContentRelationEntity'), {
      targetType: {
        enumeration: 'RelatableEntityTypeEnum',
        package: 'internal.relations',
        value: of.class === 'Page' ? 'PAGE' : 'BLOG',
      },
      relationName: 'favourite',
      creationDate: new Date(at),
      lastModificationDate: new Date(at),
      targetContent: of,
      sourceContent,
      creator: sourceContent,
      lastModifier: sourceContent,
    })
  })
  return [...watches, ...saved].join('')
}

/** Properties that programs keep with a page: JSON under a key. */
function propertiesOf({ ids, space }: ExportRun, parts: Parts, of: Reference): string {
  return (parts.properties.get(Number(of.id)) ?? [])
    .map(({ key, value, version, updated_at }) => {
      const self = ids.next('CustomContentEntityObject')
      const body = ids.next('BodyContent')
      const at = new Date(updated_at)
      const object = objectText(self, {
        title: key,
        lowerTitle: key.toLowerCase(),
        bodyContents: [body],
        version,
        creationDate: at,
        lastModificationDate: at,
        versionComment: '',
        originalVersionId: null,
        contentStatus: 'current',
        containerContent: of,
        space: { class: 'Space', id: space.id },
        pluginModuleKey: PROPERTY_MODULE,
      })
      return object + bodyText(body, self, value, PLAIN_TEXT)
    })
    .join('')
}
