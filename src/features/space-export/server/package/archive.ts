import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive: its path with `/`, and its bytes. */
export interface ArchiveFile {
  readonly path: string
  readonly bytes: AsyncIterable<string | Uint8Array>
}

/**
 * All is packed: readers that stream (java.util.zip.ZipInputStream) cannot find the end of a file that is not, where
 * its length comes behind it. Most attachments are packed by themselves, so little time is spent on it.
 */
const PACKED = { compress: true, compressionLevel: 1 }

/** Bytes of a zip archive, in constant memory: a file is asked for when the one before it is written. */
export function archiveOf(files: AsyncIterable<ArchiveFile>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const gone = new AbortController()
  output.once('close', () => gone.abort())
  zip.on('error', (error: Error) => output.destroy(error))
  fill(zip, files, gone.signal).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error('The archive could not be written', { cause: error }))
  })
  return output
}

async function fill(zip: ZipFile, files: AsyncIterable<ArchiveFile>, signal: AbortSignal): Promise<void> {
  for await (const { path, bytes } of files) {
    const source = Readable.from(bytes, { objectMode: false })
    zip.addReadStream(source, path, PACKED)
    try {
      await finished(source, { signal })
    } catch (error) {
      source.destroy()
      throw error
    }
  }
  zip.end()
}
