import type { Readable } from 'node:stream'
import type { Context } from '#platform/server/context.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { archiveOf, type ArchiveFile } from '../package/archive.ts'
import { descriptorText } from '../package/descriptor.ts'
import { DOCUMENT_END, documentStart } from '../package/objects.ts'
import { bytesOfFiles } from './files.ts'
import { pagesText } from './pages.ts'
import { beginRun, type ExportOptions, type ExportRun } from './run.ts'
import { spaceText } from './space.ts'

/** An export that is being written. */
export interface SpaceExport {
  /** Bytes of the zip file; the export goes on as they are read. */
  readonly archive: Readable
  /** Stored files that were missing or damaged, and are not in it; known when the archive has ended. */
  readonly lostFiles: () => number
  /** Pages and posts in it; known when the archive has ended. */
  readonly pages: () => number
}

/**
 * Exports what the viewer may see of a space in the form of the old product: pages and posts with their histories,
 * comments and files, and the space with its templates. It is read in portions, while others write: a page is as it was
 * at one moment, and nothing refers to what is not in the export. The caller has asked whether the viewer may export it.
 */
export async function exportSpace(ctx: Context, space: Space, options: ExportOptions): Promise<SpaceExport> {
  const run = await beginRun(ctx, space, options)
  return { archive: archiveOf(filesOf(run)), lostFiles: () => run.lost, pages: () => run.written.size }
}

async function* filesOf(run: ExportRun): AsyncGenerator<ArchiveFile> {
  yield { path: 'exportDescriptor.properties', bytes: once(descriptorText(run.space.key)) }
  yield { path: 'entities.xml', bytes: inPieces(entities(run)) }
  yield* bytesOfFiles(run)
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function* entities(run: ExportRun): AsyncGenerator<string> {
  yield documentStart(new Date())
  yield* pagesText(run)
  yield* spaceText(run)
  yield* run.people.objects()
  yield DOCUMENT_END
}

/** Characters of a piece that is packed at a time: objects are small, and there are many. */
const PIECE = 64 * 1024

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < PIECE) continue
    yield waiting
    waiting = ''
  }
  yield waiting
}
