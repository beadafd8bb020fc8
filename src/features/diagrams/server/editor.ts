import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import type { QueryOf, ResponseOf } from '#platform/contract.ts'
import { endpoint } from '#platform/contract.ts'
import { endpointKey, THEME_COOKIE, type Theme } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import { assetLinks, webAssets } from '#platform/server/http/assets.ts'
import { themeOf } from '#platform/server/http/document.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html } from '#platform/server/http/markup.ts'
import { plainDocument } from '#platform/server/http/plain-document.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { readerOf as readerFor } from '#platform/server/http/view.ts'
import { languageTag } from '#platform/server/language.ts'
import { contentId } from '#platform/wire.ts'
import { requireTarget } from '#features/attachments/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { openDiagramEditor } from '../contract.ts'
import { EDITOR_FRAME_PATH, EDITOR_PATH } from '../names.ts'
import { addressIn, editorQuery } from '../view-address.ts'
import { PictureView } from '../view/PictureView.tsx'
import { isEmbeddable } from './extension-points.ts'
import { findFile, requireDiagram } from './files.ts'
import { loadedDiagram } from './loaded.ts'
import { picturePath } from './paths.ts'
import { readerOf } from './read.ts'

/** Larger documents are fetched instead of inlined, bytes. */
const MAX_SEED = 2_000_000
/** Source of the frame's script in vite.config.ts. */
const FRAME_ENTRY = 'src/features/diagrams/web/editor/frame/main.tsx'

/** Own scripts, styles and fonts only; images of documents; style attributes for the canvas; a worker for layouts. */
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * Initial data of the editor. A diagram without edit permission opens read-only; a new one requires permission to
 * attach files.
 * @throws HttpError 400 for a file that is no diagram, 403, 404
 */
export async function openedEditor(
  ctx: Context,
  {
    pageId,
    name,
    version,
  }: Pick<QueryOf<typeof openDiagramEditor>, 'pageId' | 'name'> & { version?: number | undefined },
): Promise<ResponseOf<typeof openDiagramEditor>> {
  const page = await requireContent(ctx, pageId)
  const found =
    name === undefined
      ? undefined
      : version === undefined
        ? await findFile(ctx, page.id, name)
        : await requireDiagram(ctx, page.id, name, version)
  const common = { pageId: String(page.id), pageTitle: page.title }
  if (found && (await readerOf(ctx.app).read(found.file))) {
    const diagram = await loadedDiagram(ctx, found)
    const mayEdit = diagram.may.update
    return { ...common, diagram, mayEdit, isEmbeddable: mayEdit && (await isEmbeddable(ctx, page)) }
  }
  if (found)
    throw badRequest('“{{title}}” is a file of this page that is no diagram; choose another name', {
      field: 'name',
      values: { title: found.attachment.title },
    })
  await requireTarget(ctx, page.id)
  return { ...common, mayEdit: true, isEmbeddable: await isEmbeddable(ctx, page) }
}

/** The editor's screen and its frame's document. */
export function editorScreen(app: App): void {
  handleScreen(app, EDITOR_PATH, 'The diagram editor', async ({ ctx, query }) => {
    const requested = addressIn(query)
    const pageId = contentId.safeParse(requested.pageId)
    if (!pageId.success || requested.name.includes('\0'))
      throw badRequest('the page of the diagram is required', {
        field: 'ceoid',
        forPrograms: true,
      })
    const given = editorQuery(requested)
    const opened = await openedEditor(ctx, { pageId: pageId.data, ...given })
    const { diagram } = opened
    const key = endpointKey(openDiagramEditor, { query: { pageId: requested.pageId, ...given } })
    const isLarge = diagram !== undefined && JSON.stringify(diagram.document).length > MAX_SEED
    const reader = readerFor(ctx)
    const title = diagram?.name ?? reader.t('New diagram')
    const back = /^\d+$/.test(requested.from) ? requested.from : opened.pageId
    return {
      title,
      layout: 'bare',
      noscript: h(PictureView, {
        reader,
        title,
        back,
        picture: diagram && {
          src: picturePath({
            attachmentId: Number(diagram.attachmentId),
            version: diagram.version,
            page: requested.page,
            scale: 1,
          }),
        },
        children: h('p', null, reader.t('Drawing needs scripts, which this browser does not run.')),
      }),
      queries: isLarge ? [] : [{ key, data: opened }],
    }
  })
  const frame = endpoint({
    method: 'GET',
    path: EDITOR_FRAME_PATH,
    tag: 'addresses',
    summary: 'Document of the frame that the diagram editor runs in',
  })
  app.http.handle(frame, ({ ctx, request }) =>
    Answer.html(frameDocument(ctx, themeOf(request.cookies?.[THEME_COOKIE])), 200, {
      'content-security-policy': FRAME_POLICY,
      'cache-control': 'private, no-cache',
    }),
  )
}

/** Contains no diagram data: the host sends it by message. */
function frameDocument(ctx: Context, theme: Theme): string {
  const assets = webAssets(ctx.app, FRAME_ENTRY)
  return plainDocument({
    locale: languageTag(ctx.locale),
    theme,
    title: readerFor(ctx).t('Diagram editor'),
    head: html`<meta id="react-aria-pressable-style">
${assetLinks(assets)}`,
    body: h('div', { id: 'app' }),
  })
}
