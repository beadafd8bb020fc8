import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden, notFound } from '#platform/server/http/errors.ts'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '#platform/contract.ts'
import { messageOf } from '#platform/message-of.ts'
import { serialise, document as textOf } from '#language/index.ts'
import { attachmentByName, newFile, requireTarget, type NewFile } from '#features/attachments/server/index.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { contentPath, findContent, type ContentRow } from '#features/content-core/server/read.ts'
import { changeText, createPage } from '#features/content-core/server/write.ts'
import { mayInSpace, requireSpace, spacesById, type Space } from '#features/spaces/server/index.ts'
import { parseDiagram, type ReadDiagram } from '#diagrams/import/parse.ts'
import type { saveDiagramAs } from '../copy-contract.ts'
import { COPYING_DISABLED, NAME_TAKEN } from '../copy-shared.ts'
import { diagramAddress, EDITOR_PATH } from '../names.ts'
import { attachDiagramIn } from './attach.ts'
import { withCopy, type CopiedDiagram } from './copy-text.ts'
import { requireDiagram, type DiagramFile } from './files.ts'
import { readerOf } from './read.ts'
import { drawnFile, filesOfDiagram, requireFreePictures, requireSize, requireValidName, storedFile } from './save.ts'
import { copyToExistingPages } from './settings.ts'

const NAME = 'targetDiagramName'

interface SaveAs {
  params: ParamsOf<typeof saveDiagramAs>
  query: QueryOf<typeof saveDiagramAs>
  body: BodyOf<typeof saveDiagramAs>
}

/**
 * Stores a copy of a diagram under another name, with its pictures and a macro that shows it: on an existing page, by
 * default that of the original, or on a new one. All of it, or nothing.
 * @throws HttpError 400 for an invalid or taken name or title, 403, 404, 413 for more than a file may have
 */
export async function saveAs(ctx: Context, { params, query, body }: SaveAs): Promise<ResponseOf<typeof saveDiagramAs>> {
  const { sourcePageId, sourceDiagramName } = params
  // An open editor sends what it shows: the stored diagram may lack it, or not be there yet.
  const source = body
    ? undefined
    : await requireDiagram(ctx, sourcePageId, sourceDiagramName, query.sourceDiagramVersion)
  const original: CopiedDiagram = { ownerPageId: (await requireContent(ctx, sourcePageId)).id, name: sourceDiagramName }
  const name = query.targetDiagramName.trim().normalize('NFC')
  requireValidName(name, NAME)
  const target = await requireTargetOf(ctx, sourcePageId, query)
  if (target.page) await requireFreeName(ctx.app.database.read, target.page.id, name)
  const files = source ? await copiedFiles(ctx, source, name) : await sentFiles(ctx, body ?? {}, name)
  const attach = async (tx: WriteTransaction, page: ContentRow) => {
    await attachDiagramIn(tx, ctx, page.id, files, 'refuse', () => requireFreeName(tx.db, page.id, name))
  }
  const page = target.page
    ? await toExistingPage(ctx, target.page, { name, original, attach })
    : await toNewPage(ctx, target, { name, original, attach })
  return answerFor(ctx, page, name, query.includeAlertLinkUrlParams)
}

/** The page that a copy goes to, or the space of a new one. */
type Target = { page: ContentRow } | { page?: undefined; space: Space; title: string }

/** @throws HttpError 400, 403, 404 */
async function requireTargetOf(
  ctx: Context,
  sourcePageId: number,
  { targetPageId, targetPageTitle, space, targetSpaceKey }: SaveAs['query'],
): Promise<Target> {
  if (targetPageId === undefined && targetPageTitle !== undefined) {
    const key = space ?? targetSpaceKey
    if (key === undefined) throw badRequest('Space selection required', { field: 'space' })
    const chosen = await requireSpace(ctx, key)
    if (!(await mayInSpace(ctx.app, ctx.viewer, chosen.id, 'create:attachment')))
      throw forbidden('You do not have permission to attach files in this space')
    return { space: chosen, title: targetPageTitle }
  }
  const page = await requireTarget(ctx, targetPageId ?? sourcePageId)
  await authorise(ctx, page, 'update')
  if (page.id !== sourcePageId && !ctx.app.settings.get(copyToExistingPages)) throw forbidden(COPYING_DISABLED)
  return { page }
}

interface Copy {
  name: string
  original: CopiedDiagram
  attach: (tx: WriteTransaction, page: ContentRow) => Promise<void>
}

async function toExistingPage(ctx: Context, page: ContentRow, { name, original, attach }: Copy): Promise<ContentRow> {
  return ctx.app.database.transaction(async tx => {
    await attach(tx, page)
    // The text of a draft is with who writes it.
    if (page.status === 'draft') return page
    return changeText(tx, ctx, page.id, text => withCopy(text, page.id, name, original))
  })
}

async function toNewPage(
  ctx: Context,
  { space, title }: Extract<Target, { space: Space }>,
  { name, original, attach }: Copy,
): Promise<ContentRow> {
  // Below the page that the space opens with, as far as one may.
  const home = space.home_page_id === null ? undefined : await findContent(ctx, space.home_page_id)
  const parentId = home?.status === 'current' ? home.id : null
  const value = serialise(withCopy(textOf([]), 0, name, original))
  const body = { value, representation: 'storage' }
  return createPage(ctx, { type: 'page', status: 'current', space, parentId, title, body }, attach)
}

/** @throws HttpError 400 when the page has a file that the copy would need the name of */
async function requireFreeName(db: Queries, pageId: number, name: string): Promise<void> {
  if (await attachmentByName(db, pageId, name)) throw badRequest(NAME_TAKEN, { field: NAME })
  await requireFreePictures(db, pageId, name, NAME)
}

/**
 * The files of a stored diagram for its copy: the same bytes, the PNG if it was drawn of the original already, and the
 * SVG.
 */
export async function copiedFiles(ctx: Context, source: DiagramFile, name: string, comment = ''): Promise<NewFile[]> {
  const { app } = ctx
  const { media_type: declaredType, sha256, size } = source.file
  requireSize(ctx, size)
  const svg = await readerOf(app).linkedSvg(source.file)
  if (svg === undefined) throw notFound('The file holds no diagram that can be shown')
  const picture = await drawnFile(ctx, source.file, name, comment)
  return [
    await newFile(ctx, { blob: { sha256, size }, declaredType }, { title: name, comment, minor: false }),
    ...(picture ? [picture] : []),
    await storedFile(ctx, `${name}.svg`, 'image/svg+xml', Buffer.from(svg), comment),
  ]
}

/** The files of a diagram as an open editor sends it; the wiki draws its pictures itself. */
async function sentFiles(ctx: Context, sent: Record<string, unknown>, name: string): Promise<NewFile[]> {
  return filesOfDiagram(ctx, name, (await readSent(sent)).document, '')
}

/** @throws HttpError 400 with the path of the error */
async function readSent({ image: _image, html: _html, ...diagram }: Record<string, unknown>): Promise<ReadDiagram> {
  try {
    const read = await parseDiagram(JSON.stringify(diagram))
    if (read) return read
  } catch (error) {
    throw badRequest('{{reason}}', { field: 'body', values: { reason: messageOf(error) }, forPrograms: true })
  }
  throw badRequest('holds no diagram', { field: 'body', forPrograms: true })
}

/** Answer about the copy; the edit links are for who continues with it. */
async function answerFor(
  ctx: Context,
  page: ContentRow,
  name: string,
  withLinks: boolean,
): Promise<ResponseOf<typeof saveDiagramAs>> {
  const space = (await spacesById(ctx.app, [page.space_id])).get(page.space_id)
  const pageId = String(page.id)
  return {
    pageTitle: page.title,
    spaceName: space?.name ?? '',
    targetPageUrl: contentPath(page, space?.key ?? ''),
    ...(withLinks
      ? {
          editTargetDiagramUrl: diagramAddress(EDITOR_PATH, { pageId, ceoid: pageId, name }),
          editTargetPageUrl: `/pages/editpage.action?pageId=${pageId}`,
        }
      : {}),
  }
}
