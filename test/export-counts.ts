/**
 * Counts of an export of the old product, read from its `entities.xml` without any code of the importer, so that an
 * import can be reconciled with its source. The format: each `object` has an id, properties (texts or references) and
 * collections of references, and none is within another.
 */

/** Counts of one space. Parts that an import leaves out (drafts, files without bytes) are counted apart. */
export interface ExportCounts {
  pages: number
  posts: number
  /** Published versions of pages and posts, the current ones too. */
  versions: number
  /** Pages, posts, comments and former versions that were never published. */
  drafts: number
  /** Comments on pages, posts and files that have a text. */
  comments: number
  inlineComments: number
  files: number
  /** Versions of files whose bytes are in the export. */
  fileVersions: number
  /** Files of which no version has its bytes in the export. */
  filesWithoutBytes: number
  /** Labels of pages, posts and files that a wiki can have, without marks of favourites. */
  labels: number
  /** Likes of pages, posts and comments, whether or not the export names their users. */
  likes: number
  /** Watches of pages, posts and the space. */
  watches: number
  /** Permissions in the space, those that an import leaves out too. */
  permissions: number
  /** Pages and posts that not everybody may see, or edit: one for each of the two. */
  restrictions: number
  templates: number
}

interface SourceObject {
  class: string
  id: string
  texts: ReadonlyMap<string, string>
  references: ReadonlyMap<string, string>
  members: ReadonlyMap<string, readonly string[]>
}

/**
 * Counts of each space, by its key.
 * @param xml the text of `entities.xml`
 * @param hasFile whether a path is in the export
 */
export function countsOf(xml: string, hasFile: (path: string) => boolean): Map<string, ExportCounts> {
  // Some exports have an object twice.
  const distinct = new Map(objectsOf(xml).map(object => [`${object.class} ${object.id}`, object]))
  const all = Map.groupBy(distinct.values(), object => object.class)
  const of = (name: string) => all.get(name) ?? []
  const spaces = of('Space').filter(space => space.texts.get('key'))
  return new Map(spaces.map(space => [space.texts.get('key') ?? '', countsOfSpace(space, of, hasFile)]))
}

type ObjectsOf = (name: string) => readonly SourceObject[]

function countsOfSpace(space: SourceObject, of: ObjectsOf, hasFile: (path: string) => boolean): ExportCounts {
  const inSpace = (name: string) => of(name).filter(one => !isFormer(one) && one.references.get('space') === space.id)
  const [pages, posts] = [inSpace('Page'), inSpace('BlogPost')].map(list =>
    list.filter(one => statusOf(one) !== 'draft'),
  )
  const contents = [...(pages ?? []), ...(posts ?? [])]
  const ids = new Set(contents.map(({ id }) => id))
  const former = [...of('Page'), ...of('BlogPost')].filter(one => ids.has(originalOf(one) ?? ''))
  const isDraft = (one: SourceObject) => statusOf(one) === 'draft'
  const deleted = new Set(contents.filter(one => statusOf(one) === 'deleted').map(({ id }) => id))
  const published = former.filter(
    one => !isDraft(one) && (statusOf(one) !== 'deleted' || deleted.has(originalOf(one) ?? '')),
  )
  const onPages = of('Comment').filter(one => !isFormer(one) && ids.has(containerOf(one) ?? ''))
  const holders = new Set([...ids, ...onPages.map(({ id }) => id)])
  const files = of('Attachment').filter(
    one => !isFormer(one) && statusOf(one) === 'current' && holders.has(containerOf(one) ?? ''),
  )
  const versionsOfFiles = files.map(file =>
    [file, ...of('Attachment').filter(one => originalOf(one) === file.id && statusOf(one) === 'current')].filter(one =>
      hasBytes(one, file, hasFile),
    ),
  )
  const kept = new Set(files.filter((_, index) => versionsOfFiles[index]!.length > 0).map(({ id }) => id))
  const comments = of('Comment').filter(
    one =>
      !isFormer(one) &&
      statusOf(one) === 'current' &&
      hasText(one, of('BodyContent')) &&
      (ids.has(containerOf(one) ?? '') || kept.has(containerOf(one) ?? '')),
  )
  return {
    pages: pages?.length ?? 0,
    posts: posts?.length ?? 0,
    versions: contents.length + published.length,
    drafts: [
      ...[...inSpace('Page'), ...inSpace('BlogPost'), ...former, ...onPages].filter(isDraft),
      // Older products keep drafts of pages apart.
      ...of('Draft').filter(one => sameKey(one.texts.get('draftSpaceKey'), space.texts.get('key'))),
    ].length,
    comments: comments.length,
    inlineComments: comments.filter(one => isInline(one, comments, of('ContentProperty'))).length,
    files: kept.size,
    fileVersions: versionsOfFiles.flat().length,
    filesWithoutBytes: files.length - kept.size,
    labels: labelsOn(new Set([...ids, ...kept]), of),
    likes: of('LikeEntity').filter(one => {
      const on = one.references.get('content') ?? ''
      return ids.has(on) || comments.some(({ id }) => id === on)
    }).length,
    watches: of('Notification').filter(({ references }) => {
      const content = references.get('content')
      return content === undefined ? references.get('space') === space.id : ids.has(content)
    }).length,
    permissions: of('SpacePermission').filter(({ references }) => references.get('space') === space.id).length,
    restrictions: restrictionsOn(ids, of),
    templates: of('PageTemplate').filter(
      one => one.references.get('space') === space.id && (one.texts.get('name') ?? '').trim() !== '',
    ).length,
  }
}

const originalOf = ({ references, texts }: SourceObject): string | undefined =>
  references.get('originalVersion') ?? (texts.get('originalVersionId')?.trim() || undefined)
const isFormer = (one: SourceObject): boolean => originalOf(one) !== undefined
const statusOf = ({ texts }: SourceObject): string => texts.get('contentStatus')?.trim().toLowerCase() || 'current'
const containerOf = ({ references }: SourceObject): string | undefined =>
  references.get('containerContent') ?? references.get('owner') ?? references.get('content')

const sameKey = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase()

function hasBytes(version: SourceObject, file: SourceObject, hasFile: (path: string) => boolean): boolean {
  const number = version.texts.get('version') ?? version.texts.get('attachmentVersion') ?? '1'
  const folder = `attachments/${containerOf(version) ?? containerOf(file)}`
  return [file.id, version.id].some(id => hasFile(`${folder}/${id}/${number}`))
}

function hasText(one: SourceObject, bodies: readonly SourceObject[]): boolean {
  const listed = new Set(one.members.get('bodyContents'))
  return bodies.some(
    body =>
      (listed.has(body.id) || body.references.get('content') === one.id) &&
      (body.texts.get('body') ?? '').trim() !== '',
  )
}

/** A reply is where its thread is. */
function isInline(comment: SourceObject, all: readonly SourceObject[], properties: readonly SourceObject[]): boolean {
  const parent = all.find(({ id }) => id === comment.references.get('parent'))
  if (parent && parent !== comment) return isInline(parent, all, properties)
  const listed = new Set(comment.members.get('contentProperties'))
  return properties.some(
    property =>
      (listed.has(property.id) || property.references.get('content') === comment.id) &&
      (property.texts.get('name') === 'inline-marker-ref' ||
        (property.texts.get('name') === 'inline-comment' && property.texts.get('stringValue') === 'true')),
  )
}

function labelsOn(contents: ReadonlySet<string>, of: ObjectsOf): number {
  const labels = new Map(of('Label').map(label => [label.id, label]))
  const given = of('Labelling').flatMap(({ references, texts }) => {
    const on = references.get('content') ?? texts.get('labelableId') ?? ''
    const label = labels.get(references.get('label') ?? '')
    const isOnContent = (texts.get('labelableType') ?? 'CONTENT') === 'CONTENT' && contents.has(on)
    const namespace = label?.texts.get('namespace') ?? 'global'
    const name = label?.texts.get('name') ?? ''
    const isMark = namespace === 'my' && /^favou?rite$/.test(name)
    // No label can have spaces in its name.
    return isOnContent && label && !isMark && !/\s/.test(name) ? [`${on} ${namespace} ${name}`] : []
  })
  return new Set(given).size
}

function restrictionsOn(contents: ReadonlySet<string>, of: ObjectsOf): number {
  return of('ContentPermissionSet').filter(set => {
    const isOnContent = contents.has(set.references.get('owningContent') ?? '')
    const isEmpty =
      (set.members.get('contentPermissions') ?? []).length === 0 &&
      !of('ContentPermission').some(({ references }) => references.get('owningSet') === set.id)
    return isOnContent && !isEmpty && /^(?:View|Edit)$/.test(set.texts.get('type') ?? '')
  }).length
}

const CDATA = /<!\[CDATA\[([^]*?)\]\]>/g
const OBJECT = /<object class="([^"]+)"[^>]*>([^]*?)<\/object>/g
const ID = /^\s*<id name="\w+">([^<]*)<\/id>/
const COLLECTION = /<collection name="([^"]+)"[^>]*?(?:\/>|>([^]*?)<\/collection>)/g
const MEMBER = /<element[^>]*>\s*<id name="\w+">([^<]*)<\/id>/g
const PROPERTY = /<property name="([^"]+)"[^>]*?(?:\/>|>([^]*?)<\/property>)/g

function objectsOf(xml: string): SourceObject[] {
  const plain = xml.replaceAll(CDATA, (_, text: string) => escaped(text))
  return [...plain.matchAll(OBJECT)].map(([, name = '', body = '']) => {
    const members = new Map(
      [...body.matchAll(COLLECTION)].map(([, of = '', list = '']) => [
        of,
        [...list.matchAll(MEMBER)].map(([, id = '']) => id.trim()),
      ]),
    )
    const texts = new Map<string, string>()
    const references = new Map<string, string>()
    for (const [, property = '', value = ''] of body.replaceAll(COLLECTION, '').matchAll(PROPERTY)) {
      const id = ID.exec(value)?.[1]
      if (id !== undefined) references.set(property, id.trim())
      else if (value !== '') texts.set(property, value)
    }
    return { class: name, id: (ID.exec(body)?.[1] ?? '').trim(), texts, references, members }
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
