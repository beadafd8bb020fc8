import type { ExportedContent, ExportedMark, LeftOut, NamedPerson } from './exported.ts'
import { membersOf, numberOf, referenceOf, textOf, type ExportObject } from './objects.ts'
import type { Staging } from './staging-store.ts'
import { timeOf } from './times.ts'

/** The `contentStatus` of an object: current, draft, deleted or archived. */
export function statusOf(object: ExportObject): string {
  return textOf(object, 'contentStatus')?.trim().toLowerCase() || 'current'
}

/** A content with its former versions. */
export function contentOf(objects: Staging, object: ExportObject): ExportedContent {
  const { former, leftOut } = formerVersions(objects, object)
  const versions: ExportedContent['versions'][number][] = []
  for (const version of [...former, object]) {
    versions.push({
      number: numberAfter(versions.at(-1)?.number, numberOf(version, 'version')),
      author: userOf(version, 'lastModifier'),
      at: timeOf(version, 'lastModificationDate', 'creationDate'),
      message: textOf(version, 'versionComment') ?? '',
      title: textOf(version, 'title') ?? '',
      body: () => objects.body(version.id),
    })
  }
  return {
    id: object.id,
    creator: userOf(object, 'creator'),
    createdAt: timeOf(object, 'creationDate', 'lastModificationDate'),
    versions,
    leftOut,
  }
}

/**
 * Former versions of a content that were published, oldest first. The old product keeps the draft of an edit as a former
 * version of the page, too; such drafts and deleted versions are left out.
 */
export function formerVersions(
  objects: Staging,
  object: ExportObject,
): { former: readonly ExportObject[]; leftOut: LeftOut } {
  const leftOut = { drafts: 0, deleted: 0 }
  const former = objects.former(object.id).filter(version => {
    if (version.class !== object.class) return false
    const status = statusOf(version)
    if (status === 'draft') leftOut.drafts++
    else if (status === 'deleted' && statusOf(object) !== 'deleted') leftOut.deleted++
    else return true
    return false
  })
  return { former, leftOut }
}

/**
 * The number of the next version: the one of the export where that is higher than the one before. Some exports have
 * several versions of one number.
 */
export function numberAfter(before: number | undefined, given: number | undefined): number {
  return before !== undefined && (given === undefined || given <= before) ? before + 1 : Math.max(given ?? 1, 1)
}

/** The properties of a content by name. */
export function propertiesOf(objects: Staging, object: ExportObject): Map<string, ExportObject> {
  const listed = membersOf(object, 'contentProperties').flatMap(({ id }) => objects.get('ContentProperty', id) ?? [])
  const all = [...listed, ...objects.of('ContentProperty', object.id)]
  return new Map(all.map(property => [textOf(property, 'name') ?? '', property]))
}

/** The user of a property: a reference to a user, or a user name under another name of the property. */
export function userOf(object: ExportObject, property: string): NamedPerson | undefined {
  const userKey = referenceOf(object, property)?.id
  const username = textOf(object, `${property}Name`)
  return userKey === undefined && username === undefined ? undefined : { userKey, username }
}

/** The user of a property: a reference or, in older exports, a user name. */
export function personOf(object: ExportObject, property: string): NamedPerson | undefined {
  if (referenceOf(object, property)) return userOf(object, property)
  const username = textOf(object, property) ?? textOf(object, `${property}Name`)
  return username === undefined ? undefined : { username }
}

/** Users who did something to a content, by the property that names them. */
export function marksOf(objects: readonly ExportObject[], property: string): ExportedMark[] {
  return objects.map(object => ({ person: personOf(object, property), at: timeOf(object, 'creationDate') }))
}
