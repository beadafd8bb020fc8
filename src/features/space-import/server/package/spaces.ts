import { marksOf, userOf, personOf, statusOf } from './contents.ts'
import type { ExportedGrant, ExportedHolder, ExportedMark, ExportedSpace, ExportedTemplate } from './exported.ts'
import type { OpenExport } from './export.ts'
import { labelsOf } from './labels.ts'
import { ANONYMOUS } from './named.ts'
import { membersOf, numberOf, referenceOf, textOf, type ExportObject, type ObjectReference } from './objects.ts'
import { parentsFirst } from './parents-first.ts'
import type { Staging } from './staging-store.ts'
import { timeOf } from './times.ts'

/** The spaces of an export by their folded keys. An export of one space may name others, of which it holds nothing. */
export function spacesOf({ objects, descriptor }: OpenExport): Map<string, ExportedSpace> {
  const only = descriptor.get('exportType') === 'space' ? descriptor.get('spaceKey')?.toLowerCase() : undefined
  const byKey = Map.groupBy(objects.all('Space'), space => textOf(space, 'key')?.toLowerCase())
  const found = new Map<string, ExportedSpace>()
  for (const [key, spaces] of byKey)
    if (key !== undefined && (only === undefined || key === only)) found.set(key, spaceOf(objects, spaces))
  return found
}

/** A space from the objects that have its key: its facts are those of the last, or of the last that has a home page. */
function spaceOf(objects: Staging, spaces: readonly ExportObject[]): ExportedSpace {
  const space = spaces.findLast(each => referenceOf(each, 'homePage')) ?? spaces.at(-1)
  if (!space) throw new Error('a key is of a space')
  const key = textOf(space, 'key') ?? ''
  const description = referenceOf(space, 'description')?.id
  const descriptions = spaces.flatMap(each => referenceOf(each, 'description') ?? [])
  const labelled = descriptions.map(({ id }) =>
    labelsOf(objects, objects.get('SpaceDescription', id) ?? { class: 'SpaceDescription', id, properties: {} }),
  )
  return {
    id: space.id,
    ids: spaces.map(({ id }) => id),
    key,
    name: textOf(space, 'name') ?? key,
    creator: userOf(space, 'creator'),
    createdAt: timeOf(space, 'creationDate'),
    description: description === undefined ? undefined : objects.body(description),
    isArchived: textOf(space, 'spaceStatus')?.toUpperCase() === 'ARCHIVED',
    homePageId: referenceOf(space, 'homePage')?.id,
    labels: labelled.flatMap(({ labels }) => labels),
    saved: labelled.flatMap(({ saved }) => saved),
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
export function contentsOf(
  objects: Staging,
  { ids, key }: Pick<ExportedSpace, 'ids' | 'key'>,
): { contents: ListedContent[]; drafts: number } {
  let drafts = objects.countOf('Draft', key)
  const listed = (className: string): ListedContent[] => {
    const found: ListedContent[] = []
    for (const object of ids.values().flatMap(id => objects.each(className, id))) {
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
export function grantsOf(objects: Staging, { ids }: Pick<ExportedSpace, 'ids'>): ExportedGrant[] {
  return ids.flatMap(id => grantsOfObject(objects, id))
}

function grantsOfObject(objects: Staging, spaceId: string): ExportedGrant[] {
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
  if (group !== undefined) return group === ANONYMOUS ? { kind: 'anonymous' } : { kind: 'group', name: group }
  const userKey = referenceOf(given, 'userSubject')?.id
  if (userKey !== undefined) return { kind: 'person', person: { userKey } }
  if (textOf(given, 'userName') === undefined) return { kind: 'anonymous' }
  return { kind: 'person', person: personOf(given, 'user') ?? {} }
}

/** Templates of a space. */
export function templatesOf(objects: Staging, { ids }: Pick<ExportedSpace, 'ids'>): ExportedTemplate[] {
  return ids.flatMap(id => objects.of('PageTemplate', id)).map(template => templateOf(objects, template))
}

/** Templates of the site. */
export function siteTemplatesOf(objects: Staging): ExportedTemplate[] {
  if (objects.countOf('PageTemplate', null) === 0) return []
  const ofSite = [...objects.all('PageTemplate')].filter(template => referenceOf(template, 'space') === undefined)
  return ofSite.map(template => templateOf(objects, template))
}

function templateOf(objects: Staging, template: ExportObject): ExportedTemplate {
  return {
    name: (textOf(template, 'name') ?? '').trim(),
    description: textOf(template, 'description') ?? '',
    body: { text: textOf(template, 'content') ?? '', type: numberOf(template, 'bodyType') ?? 0 },
    labels: labelsOf(objects, template, 'PAGETEMPLATE').labels,
  }
}

/** The name of a template, by its id in the export; undefined for one that it does not hold. */
export function templateNameOf(objects: Staging, id: string): string | undefined {
  const template = objects.get('PageTemplate', id)
  return (template && textOf(template, 'name')?.trim().slice(0, 255)) || undefined
}

/** Numbers of contents of an export that are in none of its spaces, so that there is no place for them. */
export function unplacedOf(source: OpenExport): Record<'pages' | 'posts' | 'comments' | 'files', number> {
  const { objects } = source
  const counts = new Map(['Page', 'BlogPost', 'Comment', 'Attachment'].map(name => [name, objects.count(name)]))
  for (const { ids } of spacesOf(source).values())
    for (const { class: name } of ids.flatMap(id => objects.contents(id))) counts.set(name, (counts.get(name) ?? 0) - 1)
  const rest = (name: string) => counts.get(name) ?? 0
  return { pages: rest('Page'), posts: rest('BlogPost'), comments: rest('Comment'), files: rest('Attachment') }
}

/** Users who watch a space: all of it, or its posts alone. */
export function watchesOf(
  objects: Staging,
  { ids }: Pick<ExportedSpace, 'ids'>,
): Record<'all' | 'blogpost', ExportedMark[]> {
  const isOfPosts = (watch: ExportObject) => textOf(watch, 'type')?.toLowerCase() === 'blogpost'
  const watches = ids.flatMap(id => objects.of('Notification', id))
  return {
    all: marksOf(
      watches.filter(watch => !isOfPosts(watch)),
      'receiver',
    ),
    blogpost: marksOf(watches.filter(isOfPosts), 'receiver'),
  }
}
