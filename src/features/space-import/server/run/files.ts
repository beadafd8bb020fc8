import { HttpError } from '#platform/server/http/errors.ts'
import {
  allowedFileName,
  MAX_COMMENT_LENGTH,
  newFile,
  type ImportedFile,
  type ImportedFileVersion,
} from '#features/attachments/server/index.ts'
import type { ImportedLabel } from '#features/labels/server/index.ts'
import { numberAfter } from '../package/contents.ts'
import type { ExportedFile, ExportedFileVersion } from '../package/exported.ts'
import { leaveOutComments, readComments, type ReadComment } from './comments.ts'
import { reportDeleted, reportedId } from './contents.ts'
import { FileNames } from './file-names.ts'
import type { ImportRun } from './import-run.ts'
import { labelsHere } from './labels.ts'

/** A file with what hangs on it. */
export interface ReadFile {
  sourceId: string
  file: Omit<ImportedFile, 'space'>
  comments: ReadComment[]
  labels: ImportedLabel[]
}

/**
 * Stores the bytes of files of a page, and reads the comments on them. Files of the comments belong to the page here,
 * which has one file of each name: the first keeps it, others get a number.
 * @param taken names of files that the page has already
 */
export async function readFiles(
  run: ImportRun,
  files: readonly ExportedFile[],
  where: string,
  taken: readonly string[] = [],
): Promise<ReadFile[]> {
  const { report } = run
  const names = new FileNames(files.map(nameOf))
  for (const name of taken) names.take(name)
  const read: ReadFile[] = []
  for (const exported of files) {
    const given = nameOf(exported)
    const title = names.take(given)
    const file = await storedFile(run, exported, title)
    report.source('Files')
    if (!file) {
      report.leaveOut('Files left out, since the export lacks all of their bytes: {{number}}')
      leaveOutComments(run, exported.comments)
      report.source('Labels', exported.labels.length)
      report.leaveOut('Labels left out, since they are on files that were left out: {{number}}', exported.labels.length)
      continue
    }
    report.arrived('Files')
    if (title !== given)
      report.remark(
        '"{{where}}" has several files named "{{file}}"; one of them is "{{name}}" here',
        { where, file: given, name: title },
        { kind: 'Files', id: exported.id },
      )
    const comments = await readComments(run, exported.comments, title)
    read.push({ sourceId: exported.id, file, comments, labels: await labelsHere(run, exported.labels) })
  }
  return read
}

/** The name of a file in the export, as far as this wiki takes it. */
export function nameOf({ id, title }: ExportedFile): string {
  return allowedFileName(title) ?? `file-${id}`
}

/**
 * Stores the bytes of all versions of a file. Versions whose bytes the export lacks are left out; undefined when it
 * lacks all of them.
 */
export async function storedFile(
  run: ImportRun,
  exported: ExportedFile,
  title: string,
): Promise<Omit<ImportedFile, 'space'> | undefined> {
  const { people, clock, report } = run
  const { drafts, deleted } = exported.leftOut
  report.drafts(drafts)
  reportDeleted(run, deleted, title)
  report.source('File versions', exported.versions.length + deleted)
  report.skipped('File versions', deleted)
  const versions: ImportedFileVersion[] = []
  for (const version of exported.versions) {
    const { path } = version
    if (path === undefined) {
      report.remark('The export lacks the bytes of "{{file}}", version {{version}}', {
        file: title,
        version: version.number ?? 1,
      })
      report.skipped('File versions')
      continue
    }
    versions.push({
      number: numberAfter(versions.at(-1)?.number, version.number),
      authorId: (await people.account(version.author))?.id ?? null,
      at: clock.at(version.at),
      file: await storedVersion(run, version, title, path),
    })
  }
  if (versions.length === 0) return undefined
  report.arrived('File versions', versions.length)
  return {
    id: reportedId(run, { kind: 'Files', id: exported.id }),
    title,
    creatorId: (await people.account(exported.creator))?.id ?? null,
    createdAt: clock.at(exported.createdAt),
    body: await run.texts.read(undefined, title),
    versions,
  }
}

async function storedVersion(run: ImportRun, version: ExportedFileVersion, title: string, path: string) {
  const { archive } = run.export
  const blob = await run.ctx.app.blobs.put(await archive.open(path), { maxSize: archive.size(path) ?? 0 })
  const { mediaType: declaredType, isMinor: minor } = version
  const comment = version.comment.replaceAll('\0', '').toWellFormed().slice(0, MAX_COMMENT_LENGTH).toWellFormed()
  try {
    return await newFile(run.ctx, { blob, declaredType }, { title, comment, minor })
  } catch (error) {
    // A picture that cannot be read is a file all the same.
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    return { title, mediaType: 'application/octet-stream', blob, minor, comment, picture: undefined }
  }
}
