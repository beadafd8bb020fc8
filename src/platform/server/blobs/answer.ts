import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { isFresh } from '../http/fresh.ts'
import { Answer } from '../http/http.ts'

/**
 * Answers with a picture that is stored as a blob, or that the client has it already: then nothing is opened.
 * @param headers of the answer, in lower case, without the ETag, which is made of the address of the blob
 * @throws MissingBlob, DamagedBlob
 */
export async function pictureAnswer(
  app: App,
  request: FastifyRequest,
  sha256: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const all = { ...headers, etag: `"${sha256.slice(0, 32)}"` }
  if (isFresh(request, all)) return new Answer(304, all, null)
  return new Answer(200, all, await app.blobs.send(sha256))
}
