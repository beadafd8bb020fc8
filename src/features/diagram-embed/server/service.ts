import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden, noContent } from '#platform/server/http/errors.ts'
import { hashSecret, requireUser } from '#features/accounts/server/index.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { isDiagramFile } from '#features/diagrams/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { embedPath, MOST_LINKS, SAVE_FIRST } from '../shared.ts'
import { embedsIn } from './settings.ts'
import { deleteLinks, hasLinks, insertLink } from './store.ts'

/** 256 bits, 43 characters of the alphabet of addresses. */
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** The stored form of a token; undefined for an invalid one. */
export function tokenHash(token: string): string | undefined {
  return TOKEN.test(token) ? hashSecret(token) : undefined
}

interface DiagramRef {
  pageId: number
  attachmentId: number
}

/**
 * Makes a link to a diagram that works for all who have it. Its token is returned once and not stored.
 * @returns the whole address
 * @throws HttpError 401; 403 for users who may not edit the diagram, where links are switched off, and for a page that
 *   is restricted; 404; 400 for a diagram that was not saved yet, and beyond {@link MOST_LINKS}
 */
export async function createLink(
  ctx: Context,
  { version = 0, ...ref }: DiagramRef & { version?: number | undefined },
): Promise<string> {
  const { app } = ctx
  const creatorId = requireUser(ctx)
  const { page, attachment } = await requireEditable(ctx, ref)
  if (page.status !== 'current') throw badRequest(SAVE_FIRST)
  const space = (await spacesById(app, [page.space_id])).get(page.space_id)
  if (!(await embedsIn(app, page.space_id)) || space?.status !== 'current')
    throw forbidden('Embed links are switched off here')
  if (page.guard_id !== null)
    throw forbidden('Only some may view this page, so that its diagrams cannot be shown to everybody who has a link')
  if (!(await isDiagramFile(ctx, attachment, version === 0 ? attachment.version : version)))
    throw noContent(`att${attachment.id}`)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await app.database.transaction(async tx => {
    if (await hasLinks(tx.db, attachment.id, MOST_LINKS))
      throw badRequest('This diagram has {{most}} embed links. Deactivate them before you create others', {
        values: { most: MOST_LINKS },
      })
    const tokenHashed = hashSecret(token)
    await insertLink(tx, {
      attachmentId: attachment.id,
      spaceId: page.space_id,
      tokenHash: tokenHashed,
      version: version === 0 ? null : version,
      creatorId,
    })
    tx.append({
      kind: 'diagram-embed.created',
      actorId: creatorId,
      spaceId: attachment.space_id,
      contentId: attachment.id,
    })
  })
  return app.baseUrl + embedPath(token)
}

/**
 * Makes all links of a diagram stop working, also while links are switched off.
 * @returns how many there were
 * @throws HttpError 401, 403, 404
 */
export async function deactivateLinks(ctx: Context, ref: DiagramRef): Promise<number> {
  const actorId = requireUser(ctx)
  const { attachment } = await requireEditable(ctx, ref)
  return ctx.app.database.transaction(async tx => {
    const count = await deleteLinks(tx, attachment.id)
    tx.append({
      kind: 'diagram-embed.deactivated',
      actorId,
      spaceId: attachment.space_id,
      contentId: attachment.id,
    })
    return count
  })
}

/** A file that the viewer may edit, and its page. @throws HttpError 403, 404 */
async function requireEditable(
  ctx: Context,
  { pageId, attachmentId }: DiagramRef,
): Promise<{ page: ContentRow; attachment: ContentRow }> {
  const page = await requireContent(ctx, pageId)
  const attachment = await requireContent(ctx, attachmentId)
  if (attachment.type !== 'attachment' || attachment.container_id !== page.id || attachment.status === 'trashed')
    throw noContent(`att${attachmentId}`)
  await authorise(ctx, attachment, 'update')
  return { page, attachment }
}

/**
 * Whether links to diagrams of a page are offered to who may edit them. Those of a draft too: the dialog asks to
 * publish it first.
 */
export async function offersLinks({ app }: Context, owner: ContentRow): Promise<boolean> {
  return owner.guard_id === null && (await embedsIn(app, owner.space_id))
}
