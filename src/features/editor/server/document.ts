import type { FastifyRequest } from 'fastify'
import { createPath } from '#platform/create-path.ts'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts, Meta } from '#platform/server/http/document.ts'
import { html, trusted } from '#platform/server/http/markup.ts'
import { breadcrumbsMarkup } from '#platform/server/http/screen.ts'
import { javaLocale, languageTag } from '#platform/server/language.ts'
import { PAGE_WIDTH_COOKIE, renderStorage, spaceSidebar, spaceTree, type ContentRow } from '#features/content/server/index.ts'
import { MAX_TITLE_LENGTH, openTree } from '#features/content/contract.ts'
import { requireSpace } from '#features/spaces/server/index.ts'
import type { EditorView } from '../contract.ts'
import { editorHeading, titleLabel } from '../words.ts'
import { say } from './words.ts'

/**
 * The document of the editor: the page as it reads, with its title in a field, which the app makes editable. Without
 * script it is a form with the storage text.
 */
export async function editorDocument(
  ctx: Context, request: FastifyRequest, row: ContentRow, view: EditorView, queries: readonly SeededQuery[],
): Promise<DocumentParts> {
  const space = await requireSpace(ctx, view.space.key)
  const marked = row.status === 'draft' ? view.ancestors.at(-1)?.id : view.id
  const tree = await spaceTree(ctx, space, row.status === 'draft' ? undefined : row)
  const locale = languageTag(ctx.locale)
  const page = { id: view.id, title: view.title, spaceKey: view.space.key, contentType: view.type }
  const article = (await renderStorage(ctx, view.storage, page, 'view', row.space_id)).html
  const label = say(locale, titleLabel(view))
  const action = `/pages/${view.type === 'page' ? 'doeditpage' : 'doeditblogpost'}.action?pageId=${view.id}`
  const crumbs = [{ href: view.space.url, label: view.space.name }, ...view.ancestors.map(page => ({ href: page.url, label: page.title }))]
  return {
    title: `${say(locale, editorHeading(view))} - ${view.space.name}`,
    main: html`<form id="editpageform" name="editpageform" action="${action}" method="post"><input type="hidden" name="atl_token" value="${ctx.authentication.xsrfToken}"><input type="hidden" name="originalVersion" value="${view.currentVersion}"><input type="hidden" name="draftId" value="${view.id}"><input type="hidden" name="entityId" value="${view.id}"><div class="ox-page" data-width="${request.cookies?.[PAGE_WIDTH_COOKIE] === 'full' ? 'full' : 'normal'}" data-rail="true"><div id="main-header" class="ox-page-header"><div class="ox-strip">${
      breadcrumbsMarkup(locale, crumbs)}<div id="navigation" class="ox-page-actions content-navigation view"><button type="submit" id="rte-button-publish" name="confirm" value="Save" class="ox-action">${say(locale, view.isNew ? 'Publish' : 'Update')}</button></div></div><div class="ox-columns ox-page-head"><div class="ox-editor-title"><label class="ox-visually-hidden" for="content-title">${label}</label><textarea id="content-title" class="ox-title" name="title" rows="1" maxlength="${MAX_TITLE_LENGTH}" placeholder="${label}" required>${view.title}</textarea></div><div class="ox-byline page-metadata"></div></div></div><div class="ox-columns ox-page-body"><div id="content" class="ox-content page edit"><div id="action-messages"></div><noscript><p>${
      say(locale, 'Without scripts, the page is edited as storage format.')} <a id="create-link" href="${createPath('page', view.space.key)}">${say(locale, 'Create')}</a></p><textarea id="wysiwygTextarea" name="wysiwygContent" rows="30" cols="80" aria-label="${say(locale, 'Page text')}">${view.storage}</textarea></noscript><div id="main-content" class="ox-article wiki-content">${trusted(article)}</div></div><aside class="ox-rail"></aside></div></div></form>`,
    sidebar: spaceSidebar(ctx, tree, { currentId: marked }),
    metas: editorMetas(ctx, row, view),
    queries: [
      { key: endpointKey(openTree, { params: { key: view.space.key }, query: row.status === 'draft' ? {} : { page: view.id } }), data: tree },
      ...queries,
    ],
    createFrom: { spaceKey: view.space.key, ...(marked === undefined ? {} : { pageId: Number(marked) }), allowed: tree.canCreate },
  }
}

/** Autosave waits this long at least, and tells so to callers of the old product. */
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
    'ajs-edit-mode': 'legacy',
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
    'ajs-collaborative-content': 'false',
    'ajs-synchrony-token': '',
    'ajs-synchrony-service-uri': '',
    'ajs-synchrony-resources-uri': '',
    'ajs-synchrony-app-id': '',
    'ajs-synchrony-expiry': '',
    'ajs-synchrony-dark-enabled': 'false',
  }
  return [
    { id: 'confluence-space-key', name: 'confluence-space-key', content: view.space.key },
    ...Object.entries(facts).map(([name, content]) => ({ name, content })),
  ]
}
