import { HttpError } from '#platform/server/http/errors.ts'
import {
  allowedFileName,
  MAX_COMMENT_LENGTH,
  newFile,
  type ImportedFile,
  type ImportedFileVersion,
} from '#features/attachments/server/index.ts'
import { numberOf, textOf, type ExportObject } from '../package/objects.ts'
import { formerVersions, idOf, numberAfter, propertiesOf } from './contents.ts'
import type { ImportRun } from './import-run.ts'

/**
 * Reads a file of a content with its former versions, and stores their bytes. Versions whose bytes the export lacks are
 * left out; undefined when it lacks all of them.
 * @param place.containerId id in the export of the content that the file is on
 * @param place.title the name that it gets here
 */
export async function fileOf(
  run: ImportRun,
  object: ExportObject,
  { containerId, title }: { containerId: string; title: string },
): Promise<Omit<ImportedFile, 'space'> | undefined> {
  const { people, clock, report } = run
  const versions: ImportedFileVersion[] = []
  for (const version of [...formerVersions(run, object, title), object]) {
    const given = numberOf(version, 'version') ?? numberOf(version, 'attachmentVersion')
    const path = pathOf(run, containerId, [object.id, version.id], given)
    if (path === undefined) {
      report.remark('The export lacks the bytes of "{{file}}", version {{version}}', {
        file: title,
        version: given ?? 1,
      })
      continue
    }
    versions.push({
      number: numberAfter(versions.at(-1)?.number, given),
      authorId: (await people.named(version, 'lastModifier'))?.id ?? null,
      at: clock.of(version, 'lastModificationDate', 'creationDate'),
      file: await storedFile(run, version, title, path),
    })
  }
  if (versions.length === 0) return undefined
  return {
    id: idOf(object),
    title,
    creatorId: (await people.named(object, 'creator'))?.id ?? null,
    createdAt: clock.of(object, 'creationDate', 'lastModificationDate'),
    body: await run.texts.read(undefined, title),
    versions,
  }
}

/** The name of a file in the export, as far as this wiki takes it. */
export function nameOfFile(object: ExportObject): string {
  return allowedFileName(textOf(object, 'title') ?? textOf(object, 'fileName') ?? '') ?? `file-${object.id}`
}

/** Path of the bytes of a version: `attachments/<container>/<file>/<version>`, the file by its first id. */
function pathOf(run: ImportRun, container: string, ids: readonly string[], version = 1): string | undefined {
  return ids
    .map(id => `attachments/${container}/${id}/${version}`)
    .find(path => run.export.archive.size(path) !== undefined)
}

async function storedFile(run: ImportRun, object: ExportObject, title: string, path: string) {
  const { archive } = run.export
  const blob = await run.ctx.app.blobs.put(await archive.open(path), { maxSize: archive.size(path) ?? 0 })
  const properties = propertiesOf(run, object)
  const declaredType = stringIn(properties, 'MEDIA_TYPE') ?? textOf(object, 'contentType') ?? ''
  const given =
    textOf(object, 'versionComment') ?? textOf(object, 'comment') ?? stringIn(properties, 'VERSION_COMMENT') ?? ''
  const comment = given.replaceAll('\0', '').toWellFormed().slice(0, MAX_COMMENT_LENGTH).toWellFormed()
  const minor = numberIn(properties, 'MINOR_EDIT') === 1
  try {
    return await newFile(run.ctx, { blob, declaredType }, { title, comment, minor })
  } catch (error) {
    // A picture that cannot be read is a file all the same.
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    return { title, mediaType: 'application/octet-stream', blob, minor, comment, picture: undefined }
  }
}

function stringIn(properties: ReadonlyMap<string, ExportObject>, name: string): string | undefined {
  const property = properties.get(name)
  return property && textOf(property, 'stringValue')
}

function numberIn(properties: ReadonlyMap<string, ExportObject>, name: string): number | undefined {
  const property = properties.get(name)
  return property && numberOf(property, 'longValue')
}
