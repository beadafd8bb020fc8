import { commentsOn } from './comments.ts'
import { contentOf, marksOf, personOf, statusOf } from './contents.ts'
import type { ExportedHolder, ExportedPage, ExportedRestriction, LeftOutOn } from './exported.ts'
import type { OpenExport } from './export.ts'
import { filesOf } from './files.ts'
import { labelsOf } from './labels.ts'
import { membersOf, referenceOf, textOf, type ExportObject, type ObjectReference } from './objects.ts'
import type { Staging } from './staging-store.ts'

/** A page or post of the export with all that hangs on it. */
export function pageOf(source: OpenExport, { class: className, id }: ObjectReference): ExportedPage {
  const { objects } = source
  const object = objects.get(className, id)
  if (!object) throw new Error(`${className} ${id} is no longer there`)
  const { labels, saved } = labelsOf(objects, object)
  return {
    ...contentOf(objects, object),
    type: className === 'BlogPost' ? 'blogpost' : 'page',
    status: statusOf(object),
    parentId: referenceOf(object, 'parent')?.id,
    files: filesOf(source, object),
    comments: commentsOn(objects, id),
    leftOutOn: leftOutOn(objects, id),
    labels,
    restrictions: restrictionsOf(objects, object),
    likes: marksOf(objects.of('LikeEntity', id), 'user'),
    watches: marksOf(objects.of('Notification', id), 'receiver'),
    saved,
    properties: propertiesOfPrograms(objects, object),
  }
}

/** Pages between a page and the top that are looked at. */
const MOST_LEVELS = 200

/** Whether a page above one is restricted to some users and groups in the export. */
export function isRestrictedAbove(objects: Staging, { id }: { id: string }): boolean {
  const seen = new Set([id])
  let page = objects.get('Page', id)
  while (page && seen.size < MOST_LEVELS) {
    const parentId = referenceOf(page, 'parent')?.id
    if (parentId === undefined || seen.has(parentId)) return false
    seen.add(parentId)
    page = objects.get('Page', parentId)
    if (page && restrictionsOf(objects, page).some(({ operation }) => operation === 'read')) return true
  }
  return false
}

/** Comments and files of a page that are no longer there, or not yet. */
function leftOutOn(objects: Staging, pageId: string): LeftOutOn {
  const comments = objects.of('Comment', pageId).map(statusOf)
  const files = objects.of('Attachment', pageId).map(statusOf)
  return {
    draftComments: comments.filter(status => status === 'draft').length,
    deletedComments: comments.filter(status => status !== 'draft' && status !== 'current').length,
    deletedFiles: files.filter(status => status !== 'current').length,
  }
}

const OPERATIONS = { View: 'read', Edit: 'update' } as const

/** Users and groups who alone may see and edit a page. An empty set lets everybody in, as in the old product. */
function restrictionsOf(objects: Staging, page: ExportObject): ExportedRestriction[] {
  return objects.of('ContentPermissionSet', page.id).flatMap(set => {
    const operation = OPERATIONS[textOf(set, 'type') as keyof typeof OPERATIONS]
    const listed = membersOf(set, 'contentPermissions').flatMap(({ id }) => objects.get('ContentPermission', id) ?? [])
    const given = listed.length > 0 ? listed : objects.of('ContentPermission', set.id)
    return operation && given.length > 0 ? [{ operation, holders: given.map(restrictedTo) }] : []
  })
}

function restrictedTo(permission: ExportObject): ExportedHolder {
  const group = textOf(permission, 'groupName')
  if (group !== undefined) return { kind: 'group', name: group }
  // Older exports name the user by `userName`.
  const subject = referenceOf(permission, 'userSubject') ? 'userSubject' : 'user'
  return { kind: 'person', person: personOf(permission, subject) ?? {} }
}

const PROPERTY = /:content-property$/

/** Values that programs keep with a page, by keys. */
function propertiesOfPrograms(objects: Staging, page: ExportObject): Map<string, string> {
  return new Map(
    objects
      .of('CustomContentEntityObject', page.id)
      .filter(property => PROPERTY.test(textOf(property, 'pluginModuleKey') ?? ''))
      .map(property => [textOf(property, 'title') ?? '', objects.body(property.id)?.text ?? '']),
  )
}
