import type { Archive } from './archive.ts'
import { commentsOn } from './comments.ts'
import { formerVersions, userOf, propertiesOf, statusOf } from './contents.ts'
import type { ExportedFile, ExportedFileVersion } from './exported.ts'
import { labelsOf } from './labels.ts'
import { numberOf, textOf, type ExportObject } from './objects.ts'
import type { Staging } from './staging-store.ts'
import { timeOf } from './times.ts'

type Source = { archive: Archive; objects: Staging }

/** Files of a page, and of the comments on it. */
export function filesOf(source: Source, page: ExportObject): ExportedFile[] {
  const { objects } = source
  return [page, ...objects.of('Comment', page.id)].flatMap(container =>
    objects
      .of('Attachment', container.id)
      .filter(object => statusOf(object) === 'current')
      .map(object => fileOf(source, object, container.id)),
  )
}

function fileOf(source: Source, object: ExportObject, containerId: string): ExportedFile {
  const { former, leftOut } = formerVersions(source.objects, object)
  return {
    id: object.id,
    title: textOf(object, 'title') ?? textOf(object, 'fileName') ?? '',
    creator: userOf(object, 'creator'),
    createdAt: timeOf(object, 'creationDate', 'lastModificationDate'),
    versions: [...former, object].map(version => versionOf(source, version, { containerId, fileId: object.id })),
    leftOut,
    comments: commentsOn(source.objects, object.id),
    labels: labelsOf(source.objects, object).labels,
  }
}

function versionOf(
  { archive, objects }: Source,
  version: ExportObject,
  { containerId, fileId }: { containerId: string; fileId: string },
): ExportedFileVersion {
  const number = numberOf(version, 'version') ?? numberOf(version, 'attachmentVersion')
  const properties = propertiesOf(objects, version)
  const property = (name: string) => properties.get(name)
  const [type, comment, minor] = ['MEDIA_TYPE', 'VERSION_COMMENT', 'MINOR_EDIT'].map(property)
  return {
    number,
    author: userOf(version, 'lastModifier'),
    at: timeOf(version, 'lastModificationDate', 'creationDate'),
    // `attachments/<container>/<file>/<version>`, the file by its first id.
    path: [fileId, version.id]
      .map(id => `attachments/${containerId}/${id}/${number ?? 1}`)
      .find(path => archive.size(path) !== undefined),
    mediaType: (type && textOf(type, 'stringValue')) ?? textOf(version, 'contentType') ?? '',
    comment:
      textOf(version, 'versionComment') ??
      textOf(version, 'comment') ??
      (comment && textOf(comment, 'stringValue')) ??
      '',
    isMinor: minor !== undefined && numberOf(minor, 'longValue') === 1,
  }
}
