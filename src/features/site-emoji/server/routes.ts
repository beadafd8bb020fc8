import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { pictureAnswer } from '#platform/server/blobs/answer.ts'
import { badRequest, HttpError, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireElevatedAdministrator, requireUse } from '#features/accounts/server/index.ts'
import { addSiteEmoji, emojiPicture, listSiteEmoji, removeSiteEmoji, type SiteEmoji } from '../contract.ts'
import { MAX_EMOJI_BYTES } from '../shared.ts'
import { addEmoji, pictureUrl, removeEmoji } from './service.ts'
import { siteEmojiOf, type SiteEmojiRow } from './store.ts'

/** The file can do nothing in our origin, regardless of its content. */
const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }

export function siteEmojiRoutes(app: App): void {
  const { http } = app
  http.handle(listSiteEmoji, async ({ ctx }) => {
    requireUse(ctx)
    return { emoji: (await siteEmojiOf(app)).map(wire) }
  })
  http.handle(addSiteEmoji, async ({ ctx, query, request }) => {
    await requireElevatedAdministrator(ctx)
    return wire(await addEmoji(ctx, query.name, await readPicture(request)))
  })
  http.handle(removeSiteEmoji, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    await removeEmoji(ctx, params.id)
    return Answer.empty()
  })
  http.handle(emojiPicture, async ({ ctx, params, query, request }) => {
    requireUse(ctx)
    const row = (await siteEmojiOf(app)).find(({ name }) => name === params.name.toLowerCase())
    if (!row) throw notFound('No picture found', { forPrograms: true })
    const keep = query.v === row.sha256.slice(0, 16) ? 'max-age=31536000, immutable' : 'no-cache'
    return pictureAnswer(app, request, row.sha256, {
      'content-type': 'image/webp',
      'cache-control': `private, ${keep}`,
      ...INERT,
    })
  })
}

function wire(row: SiteEmojiRow): SiteEmoji {
  return { id: row.id, name: row.name, emojiId: row.emoji_id, url: pictureUrl(row) }
}

/** The part `file` of a multipart post. @throws HttpError 400 if there is none, 413 if it is too large */
async function readPicture(request: FastifyRequest): Promise<Buffer> {
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: MAX_EMOJI_BYTES, files: 1, fields: 10 } })
    : undefined
  if (!part)
    throw badRequest('send the picture as multipart/form-data in a part named file', {
      field: 'body',
      forPrograms: true,
    })
  const bytes = await part.toBuffer()
  if (part.file.truncated)
    throw new HttpError(413, 'must be at most {{most}} MB', {
      field: 'file',
      values: { most: MAX_EMOJI_BYTES / 1024 / 1024 },
    })
  return bytes
}
