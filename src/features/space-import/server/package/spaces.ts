import { marksOf, userOf, personOf, statusOf } from './contents.ts'
import type { ExportedGrant, ExportedHolder, ExportedMark, ExportedSpace, ExportedTemplate } from './exported.ts'
import type { OpenExport } from './export.ts'
import { membersOf, numberOf, referenceOf, textOf, type ExportObject, type ObjectReference } from './objects.ts'
import { parentsFirst } from './parents-first.ts'
import type { Staging } from './staging-store.ts'
import { timeOf } from './times.ts'

/** The spaces of an export by their folded keys. An export of one space may name others, of which it holds nothing. */
export function spacesOf({ objects, descriptor }: OpenExport): Map<string, ExportedSpace> {
  const only = descriptor.get('exportType') === 'space' ? descriptor.get('spaceKey')?.toLowerCase() : undefined
  const found = new Map<string, ExportedSpace>()
  for (const space of objects.all('Space')) {
    const key = textOf(space, 'key')?.toLowerCase()
    if (key !== undefined && (only === undefined || key === only)) found.set(key, spaceOf(objects, space))
  }
  return found
}

function spaceOf(objects: Staging, space: ExportObject): ExportedSpace {
  const key = textOf(space, 'key') ?? ''
  const description = referenceOf(space, 'description')?.id
  return {
    id: space.id,
    key,
    name: textOf(space, 'name') ?? key,
    creator: userOf(space, 'creator'),
    createdAt: timeOf(space, 'creationDate'),
    description: description === undefined ? undefined : objects.body(description),
    isArchived: textOf(space, 'spaceStatus')?.toUpperCase() === 'ARCHIVED',
    homePageId: referenceOf(space, 'homePage')?.id,
  }
}

/** A page or post as a list of contents names it. */
export interface ListedContent extends ObjectReference {
  title: string
  status: string
  position: number | undefined
  parentId: string | undefined
}

/** Pages of a space from the top down, in the order of their siblings, then its posts. Drafts are counted alone. */
export function contentsOf(objects: Staging, spaceId: string): { contents: ListedContent[]; drafts: number } {
  let drafts = 0
  const listed = (className: string): ListedContent[] => {
    const found: ListedContent[] = []
    for (const object of objects.each(className, spaceId)) {
      const status = statusOf(object)
      if (status === 'draft') drafts++
      else
        found.push({
          class: className,
          id: object.id,
          title: textOf(object, 'title') ?? '',
          status,
          position: numberOf(object, 'position'),
          parentId: referenceOf(object, 'parent')?.id,
        })
    }
    return found
  }
  const pages = parentsFirst(listed('Page').toSorted(bySiblings), page => page.parentId)
  return { contents: [...pages, ...listed('BlogPost')], drafts }
}

/** Pages that were put in an order come first, the others by their titles. */
function bySiblings(one: ListedContent, other: ListedContent): number {
  if (one.position !== other.position) return (one.position ?? Infinity) - (other.position ?? Infinity)
  return one.title.localeCompare(other.title, 'en', { numeric: true })
}

/** Permissions in a space. */
export function grantsOf(objects: Staging, spaceId: string): ExportedGrant[] {
  const space = objects.get('Space', spaceId)
  const listed = space
    ? membersOf(space, 'permissions').flatMap(({ id }) => objects.get('SpacePermission', id) ?? [])
    : []
  return (listed.length > 0 ? listed : objects.of('SpacePermission', spaceId)).map(given => ({
    permission: textOf(given, 'type') ?? '',
    holder: holderOf(given),
  }))
}

function holderOf(given: ExportObject): ExportedHolder {
  const group = textOf(given, 'group') ?? textOf(given, 'allUsersSubject')
  if (group !== undefined) return group === 'anonymous-users' ? { kind: 'anonymous' } : { kind: 'group', name: group }
  const userKey = referenceOf(given, 'userSubject')?.id
  if (userKey !== undefined) return { kind: 'person', person: { userKey } }
  if (textOf(given, 'userName') === undefined) return { kind: 'anonymous' }
  return { kind: 'person', person: personOf(given, 'user') ?? {} }
}

/** Templates of a space that have a name. */
export function templatesOf(objects: Staging, spaceId: string): ExportedTemplate[] {
  return objects.of('PageTemplate', spaceId).flatMap(template => {
    const name = (textOf(template, 'name') ?? '').trim()
    const body = { text: textOf(template, 'content') ?? '', type: numberOf(template, 'bodyType') ?? 0 }
    return name === '' ? [] : [{ name, description: textOf(template, 'description') ?? '', body }]
  })
}

/** Users who watch a space: all of it, or its posts alone. */
export function watchesOf(objects: Staging, spaceId: string): Record<'all' | 'blogpost', ExportedMark[]> {
  const isOfPosts = (watch: ExportObject) => textOf(watch, 'type')?.toLowerCase() === 'blogpost'
  const watches = objects.of('Notification', spaceId)
  return {
    all: marksOf(
      watches.filter(watch => !isOfPosts(watch)),
      'receiver',
    ),
    blogpost: marksOf(watches.filter(isOfPosts), 'receiver'),
  }
}
