import type { FastifyRequest } from 'fastify'
import { createElement as h } from 'react'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts, Meta } from '#platform/server/http/document.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { javaLocale } from '#platform/server/language.ts'
import { contentById, type ContentRow } from '#features/content-core/server/read.ts'
import { renderStorage } from '#features/content-core/server/render.ts'
import { PAGE_WIDTH_COOKIE, spaceSidebar, spaceTree } from '#features/content/server/index.ts'
import { openTree } from '#features/content/contract.ts'
import { requireSpace } from '#features/spaces/server/index.ts'
import type { EditorView } from '../contract.ts'
import { EditFormView } from '../view/EditFormView.tsx'
import { editorHeading } from '../words.ts'

/** The document of the editor; without script it is a form with the storage text. */
export async function editorDocument(
  ctx: Context,
  request: FastifyRequest,
  row: ContentRow,
  view: EditorView,
  queries: readonly SeededQuery[],
): Promise<DocumentParts> {
  const space = await requireSpace(ctx, view.space.key)
  const marked = row.status === 'draft' ? view.ancestors.at(-1)?.id : view.id
  const tree = await spaceTree(ctx, space, await shownInTree(ctx, row, marked))
  const reader = readerOf(ctx)
  const page = { id: view.id, title: view.title, spaceKey: view.space.key, contentType: view.type }
  const article = (await renderStorage(ctx, view.storage, page, 'view', row.space_id)).html
  return {
    title: `${reader.t(editorHeading(view))} - ${view.space.name}`,
    noscript: h(EditFormView, {
      view,
      reader,
      token: ctx.authentication.xsrfToken,
      html: article,
      width: request.cookies?.[PAGE_WIDTH_COOKIE] === 'full' ? 'full' : 'normal',
    }),
    sidebar: spaceSidebar(ctx, tree, { currentId: marked }),
    metas: editorMetas(ctx, row, view),
    queries: [
      {
        key: endpointKey(openTree, {
          params: { key: view.space.key },
          query: marked === undefined ? {} : { page: marked },
        }),
        data: tree,
      },
      ...queries,
    ],
    createFrom: {
      spaceKey: view.space.key,
      ...(marked === undefined ? {} : { pageId: Number(marked) }),
      allowed: tree.canCreate,
    },
  }
}

/** The page that the tree leads to: the one that is edited, or that a draft is below. */
async function shownInTree(ctx: Context, row: ContentRow, marked: string | undefined): Promise<ContentRow | undefined> {
  if (row.status !== 'draft') return row
  return marked === undefined ? undefined : contentById(ctx.app.database.read, Number(marked))
}

/** Least interval of autosave, which callers of the old product read. */
const SAVE_INTERVAL_MS = 30_000

/** The metas of the old product's editors; each is there for all kinds, since callers fail without one. */
function editorMetas(ctx: Context, row: ContentRow, view: EditorView): Meta[] {
  const parent = view.ancestors.at(-1)
  const facts: Readonly<Record<string, string>> = {
    'ajs-content-id': view.id,
    'ajs-page-id': view.isNew ? '0' : view.id,
    'ajs-draft-id': view.isNew ? view.id : '0',
    'ajs-existing-draft-id': view.draftAt !== null ? view.id : '0',
    'ajs-draft-type': view.type,
    'ajs-draft-share-id': '',
    'ajs-parent-page-id': view.parentId ?? '',
    'ajs-parent-page-title': parent?.title ?? '',
    'ajs-from-page-title': parent?.title ?? '',
    'ajs-new-page': String(view.isNew),
    'ajs-content-type': view.type,
    'ajs-page-title': view.title,
    'ajs-latest-published-page-title': view.isNew ? '' : row.title,
    'ajs-page-version': String(view.currentVersion),
    'page-version': String(view.currentVersion),
    'ajs-conf-revision': `confluence$content$${view.id}.${view.currentVersion}`,
    'ajs-space-key': view.space.key,
    'ajs-space-name': view.space.name,
    'ajs-editor-mode': 'richtext',
    'ajs-edit-mode': view.isLive ? 'collaborative' : 'legacy',
    'ajs-form-name': 'editpageform',
    'ajs-auto-start': 'true',
    'ajs-can-attach-files': String(view.canAttach),
    'ajs-show-draft-message': String(view.draftAt !== null),
    'ajs-save-drafts': 'true',
    'ajs-draft-save-interval': String(SAVE_INTERVAL_MS),
    'ajs-heartbeat': 'true',
    'ajs-heartbeat-interval': String(SAVE_INTERVAL_MS),
    'ajs-version-comment': '',
    'ajs-use-watch': 'true',
    'ajs-use-inline-tasks': 'true',
    'ajs-attachment-source-content-id': view.id,
    'ajs-fallback-mode': 'false',
    'ajs-min-editor-height': '150',
    'ajs-max-thumb-width': '300',
    'ajs-max-thumb-height': '300',
    'ajs-can-send-email': 'false',
    'ajs-is-admin': String(ctx.viewer.isAdmin),
    'ajs-is-dev-mode': 'false',
    'ajs-action-locale': javaLocale(ctx.locale),
    'ajs-contributors-hash': '',
    'ajs-collaborative-content': String(view.isLive),
    'ajs-synchrony-token': '',
    'ajs-synchrony-service-uri': view.isLive ? `${ctx.app.baseUrl}/synchrony` : '',
    'ajs-synchrony-resources-uri': view.isLive ? `${ctx.app.baseUrl}/synchrony` : '',
    'ajs-synchrony-app-id': view.isLive ? 'oxbow' : '',
    'ajs-synchrony-expiry': '',
    'ajs-synchrony-dark-enabled': 'false',
  }
  return [
    { id: 'confluence-space-key', name: 'confluence-space-key', content: view.space.key },
    ...Object.entries(facts).map(([name, content]) => ({ name, content })),
  ]
}
