import { createElement as h, Fragment } from 'react'
import type { Context } from '#platform/server/context.ts'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { type DocumentRequest, externalUsers, renderDocument, type Meta } from '#platform/server/http/document.ts'
import { html } from '#platform/server/http/markup.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { PAGE_WIDTH_COOKIE } from '../../page-links.ts'
import { ARTICLE_ID } from '../../view/ArticleView.tsx'
import { PageMainView } from '../../view/PageMainView.tsx'
import { getPageView, openTree, type PageView } from '../../view-contract.ts'
import { previewTags } from './link-preview.ts'
import { loadPageView, pageParts } from './page-view.ts'
import { spaceSidebar } from './space-sidebar.ts'
import { spaceTree } from './sidebar-parts.ts'

/** The version and parts of a page to show, and data to send with it. */
export interface PageDocumentOptions {
  /** An older version to show. */
  version?: number | undefined
  /** Further answers to seed the browser's cache with. */
  queries?: readonly SeededQuery[]
}

/** Parts of a request that the document of a page depends on. */
export interface PageRequest extends DocumentRequest {
  readonly cookies?: DocumentRequest['cookies'] &
    Readonly<Partial<Record<typeof PAGE_WIDTH_COOKIE, string | undefined>>>
}

/** The whole document of a page or post: readable as it is, and with all data that the web app hydrates from. */
export async function pageDocument(
  ctx: Context,
  request: PageRequest,
  row: ContentRow,
  { version, queries: given = [] }: PageDocumentOptions = {},
): Promise<string> {
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  if (!space) throw notFound()
  const [view, tree] = await Promise.all([loadPageView(ctx, row, version), spaceTree(ctx, space, row)])
  const parts = ctx.app.extensions.all(pageParts)
  const queries: SeededQuery[] = [
    {
      key: endpointKey(getPageView, { params: { id: view.id }, query: version === undefined ? {} : { version } }),
      data: { ...view, html: '' },
      fieldInDocument: { field: 'html', elementId: ARTICLE_ID },
    },
    { key: endpointKey(openTree, { params: { key: view.space.key }, query: { page: view.id } }), data: tree },
    ...given,
    ...parts.flatMap(part => part.queries?.(view.parts[part.name], row) ?? []),
  ]
  const reader = readerOf(ctx)
  const shown = { reader, token: ctx.authentication.xsrfToken }
  const after = parts.map(part => h(Fragment, { key: part.name }, part.after?.(view.parts[part.name], shown)))
  // Buttons of features are about the page as it is now: beside an older version the browser adds them once it has
  // asked.
  const actions =
    version !== undefined
      ? []
      : parts.map(part => h(Fragment, { key: part.name }, part.actions?.(view.parts[part.name], reader)))
  return renderDocument(ctx, request, {
    title: `${view.title} - ${view.space.name}`,
    main: h(PageMainView, {
      view,
      reader,
      actions,
      after,
      width: request.cookies?.[PAGE_WIDTH_COOKIE] === 'full' ? 'full' : 'normal',
      isAnonymous: ctx.viewer.userId === null,
      hasExternalUsers: ctx.app.settings.get(externalUsers),
      here: request.url,
    }),
    sidebar: spaceSidebar(ctx, tree, { currentId: view.id }),
    metas: pageMetas(ctx, view),
    chunk: 'page',
    hasCode: /<(?:pre|code)\b/.test(view.html),
    head: html`<link rel="canonical" href="${ctx.app.baseUrl}${pagePath(view.id)}">\n<link rel="shortlink" href="${ctx.app.baseUrl}${view.tinyUrl}">\n${await previewTags(ctx, row, view)}`,
    queries,
    createFrom: { spaceKey: view.space.key, pageId: Number(view.id), allowed: view.permissions.createChild },
  })
}

function pageMetas(ctx: Context, view: PageView): Meta[] {
  const parent = view.ancestors.at(-1)
  const meta = (name: string, content: string): Meta => ({ name, content })
  return [
    { id: 'confluence-space-key', name: 'confluence-space-key', content: view.space.key },
    meta('wikilink', `[${view.space.key}:${view.title}]`),
    meta('page-version', String(view.version)),
    meta('ajs-page-id', view.id),
    meta('ajs-latest-page-id', view.id),
    meta('ajs-content-type', view.type === 'page' ? 'page' : 'blogpost'),
    meta('ajs-page-title', view.title),
    meta('ajs-latest-published-page-title', view.title),
    meta('ajs-parent-page-title', parent?.title ?? ''),
    meta('ajs-parent-page-id', parent?.id ?? ''),
    meta('ajs-space-key', view.space.key),
    meta('ajs-space-name', view.space.name),
    meta('ajs-can-remove-page', String(view.permissions.delete)),
    meta('ajs-can-remove-page-hierarchy', String(view.permissions.delete)),
    meta('ajs-browse-page-tree-mode', 'view'),
    // Set by the old product after a page was made from a blueprint; a wiki without blueprints has none to point at.
    meta('ajs-blueprint-index-popup-key', ''),
    meta('ajs-jira-metadata-count', '-1'),
    meta('ajs-jira-metadata-count-incomplete', 'false'),
    meta('ajs-is-space-admin', String(view.permissions.administerSpace)),
    meta('ajs-remote-user-has-licensed-access', String(ctx.viewer.userId !== null)),
  ]
}
