import { DamagedBlob, MissingBlob } from '#platform/server/blobs.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { objectText, type Reference } from '../package/objects.ts'
import type { ArchiveFile } from '../package/archive.ts'
import { filesWithIds, fileVersionsOf, type FileVersion } from '../store/contents.ts'
import { commentsOn } from './comments.ts'
import { labellings, type Parts } from './parts.ts'
import type { ExportRun } from './run.ts'
import { versionFields } from './texts.ts'

/** Files whose versions are held at a time. */
const PORTION = 50

/** The files of a page or post with all their versions, and what hangs on them. */
export async function* filesOn(run: ExportRun, parts: Parts, container: Reference): AsyncGenerator<string> {
  const rows = parts.files.get(Number(container.id)) ?? []
  for (let at = 0; at < rows.length; at += PORTION) {
    const portion = rows.slice(at, at + PORTION)
    const found = await fileVersionsOf(
      run.ctx,
      portion.map(row => row.id),
    )
    await run.people.know(found.map(version => version.author_id))
    const versions = Map.groupBy(found, version => version.content_id)
    for (const row of portion) {
      yield fileText(run, parts, { row, container, versions: versions.get(row.id) ?? [] })
      yield* commentsOn(run, parts, { class: 'Attachment', id: row.id })
    }
  }
}

interface FileOf {
  row: ContentRow
  container: Reference
  versions: readonly FileVersion[]
}

function fileText(run: ExportRun, parts: Parts, { row, container, versions }: FileOf): string {
  const of: Reference = { class: 'Attachment', id: row.id }
  const labels = labellings(run, parts, of)
  const former: Reference[] = []
  let text = ''
  for (const version of versions) {
    const isCurrent = version.number === row.version
    const self = isCurrent ? of : run.ids.next('Attachment')
    if (!isCurrent) former.push(self)
    const properties = propertiesOf(run, self, version)
    text += objectText(self, {
      space: { class: 'Space', id: run.space.id },
      containerContent: container,
      ...(isCurrent
        ? { historicalVersions: former, labellings: labels.members, originalVersionId: null }
        : { originalVersion: of }),
      ...versionFields(run, row, { ...version, message: version.comment }),
      contentProperties: properties.members,
    })
    text += properties.text
  }
  run.files.push(row.id)
  return text + labels.text
}

function propertiesOf({ ids }: ExportRun, content: Reference, { media_type, size, minor }: FileVersion) {
  const properties = [
    { name: 'MEDIA_TYPE', stringValue: media_type, longValue: null },
    { name: 'FILESIZE', stringValue: null, longValue: size },
    ...(minor === 1 ? [{ name: 'MINOR_EDIT', stringValue: null, longValue: 1 }] : []),
  ].map(property => ({ self: ids.next('ContentProperty'), property }))
  return {
    members: properties.map(({ self }) => self),
    text: properties.map(({ self, property }) => objectText(self, { ...property, dateValue: null, content })).join(''),
  }
}

/** The bytes of all versions of the files that were written, of those that the viewer may still see. */
export async function* bytesOfFiles(run: ExportRun): AsyncGenerator<ArchiveFile> {
  const { ctx, files, options } = run
  for (let at = 0; at < files.length; at += PORTION) {
    options.signal?.throwIfAborted()
    const containers = new Map(
      (await filesWithIds(ctx, files.slice(at, at + PORTION))).map(({ id, container_id }) => [id, container_id]),
    )
    for (const { content_id: id, number, sha256 } of await fileVersionsOf(ctx, [...containers.keys()])) {
      const container = containers.get(id)
      if (container && (await ctx.app.blobs.has(sha256)))
        yield { path: `attachments/${container}/${id}/${number}`, bytes: undamaged(run, sha256) }
      else run.lost++
    }
  }
}

/** The rest of a space is not withheld for one file that is damaged: what could be read of it is there. */
async function* undamaged(run: ExportRun, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of await run.ctx.app.blobs.open(sha256)) yield piece as Uint8Array
  } catch (error) {
    if (!(error instanceof DamagedBlob) && !(error instanceof MissingBlob)) throw error
    run.lost++
  }
}
