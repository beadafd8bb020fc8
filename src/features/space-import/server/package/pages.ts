import { commentsOn } from './comments.ts'
import { contentOf, marksOf, personOf, statusOf } from './contents.ts'
import type { ExportedHolder, ExportedLabel, ExportedMark, ExportedPage, ExportedRestriction } from './exported.ts'
import type { OpenExport } from './export.ts'
import { filesOf } from './files.ts'
import { membersOf, referenceOf, textOf, type ExportObject, type ObjectReference } from './objects.ts'
import type { Staging } from './staging-store.ts'
import { timeOf } from './times.ts'

/** A page or post of the export with all that hangs on it. */
export function pageOf(source: OpenExport, { class: className, id }: ObjectReference): ExportedPage {
  const { objects } = source
  const object = objects.get(className, id)
  if (!object) throw new Error(`${className} ${id} is no longer there`)
  const { labels, saved } = labelsOf(objects, object)
  const favourites = objects
    .of('User2ContentRelationEntity', id)
    .filter(of => textOf(of, 'relationName') === 'favourite')
  return {
    ...contentOf(objects, object),
    type: className === 'BlogPost' ? 'blogpost' : 'page',
    status: statusOf(object),
    parentId: referenceOf(object, 'parent')?.id,
    files: filesOf(source, object),
    comments: commentsOn(objects, id),
    labels,
    restrictions: restrictionsOf(objects, object),
    likes: marksOf(objects.of('LikeEntity', id), 'user'),
    watches: marksOf(objects.of('Notification', id), 'receiver'),
    saved: [...saved, ...marksOf(favourites, 'sourceContent')],
    properties: propertiesOfPrograms(objects, object),
  }
}

const SAVED = /^favou?rite$/

/** Labels of a page. Older exports have pages that were saved for later as personal labels. */
function labelsOf(objects: Staging, page: ExportObject): { labels: ExportedLabel[]; saved: ExportedMark[] } {
  const listed = membersOf(page, 'labellings').flatMap(({ id }) => objects.get('Labelling', id) ?? [])
  const labels: ExportedLabel[] = []
  const saved: ExportedMark[] = []
  for (const labelling of listed.length > 0 ? listed : objects.of('Labelling', page.id)) {
    // Templates have labels, too, and separate numbers.
    if ((textOf(labelling, 'labelableType') ?? 'CONTENT') !== 'CONTENT') continue
    const label = objects.get('Label', referenceOf(labelling, 'label')?.id ?? '')
    const prefix = label && (textOf(label, 'namespace') ?? 'global')
    if (!label || (prefix !== 'global' && prefix !== 'my' && prefix !== 'team')) continue
    const person = personOf(labelling, referenceOf(labelling, 'owningUser') ? 'owningUser' : 'user')
    const mark = { person, at: timeOf(labelling, 'creationDate') }
    const name = textOf(label, 'name') ?? ''
    if (prefix === 'my' && SAVED.test(name)) saved.push(mark)
    else labels.push({ ...mark, name, prefix })
  }
  return { labels, saved }
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
