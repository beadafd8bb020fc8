import { Readable } from 'node:stream'
import { Answer } from './http.ts'

/** A file that is made for the reader and downloaded. @param parts are sent one by one */
export function downloadAnswer(fileName: string, mediaType: string, parts: AsyncIterable<string>): Answer {
  return new Answer(
    200,
    {
      'content-type': mediaType,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
    Readable.from(parts, { objectMode: false }),
  )
}
