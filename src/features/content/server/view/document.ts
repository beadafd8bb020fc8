import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import { renderDocument, type Meta } from '#platform/server/http/document.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { getPageView, openTree, type PageTree, type PageView, type PersonView } from '../../view-contract.ts'
import type { ContentRow } from '../store.ts'
import { loadPageView, pageParts } from './page-view.ts'
import { openLevels } from './tree.ts'

/** The whole document of a page or post: readable as it is, and all the data from which the web app goes on. */
export async function pageDocument(ctx: Context, request: FastifyRequest, row: ContentRow, version?: number): Promise<string> {
  const view = await loadPageView(ctx, row, version)
  const tree = await openLevels(ctx, { id: row.space_id, key: view.space.key }, row.type === 'page' ? row : undefined)
  const parts = ctx.app.extensions.all(pageParts)
  const queries: SeededQuery[] = [
    { key: endpointKey(getPageView, { params: { id: view.id }, query: version === undefined ? {} : { version } }), data: view },
    { key: endpointKey(openTree, { params: { key: view.space.key }, query: row.type === 'page' ? { page: view.id } : {} }), data: tree },
    ...parts.flatMap(part => part.queries?.(view.parts[part.name], row) ?? []),
  ]
  const after = parts.map(part => part.after?.(view.parts[part.name]) ?? '')
  return renderDocument(ctx, request, {
    title: `${view.title} - ${view.space.name}`,
    main: pageMain(view, after),
    sidebar: sidebar(view.space, tree, view.id),
    metas: pageMetas(ctx, view),
    head: html`<link rel="canonical" href="${ctx.app.baseUrl}/pages/viewpage.action?pageId=${view.id}">\n<link rel="shortlink" href="${ctx.app.baseUrl}${view.tinyUrl}">\n`,
    queries,
    createFrom: { spaceKey: view.space.key, pageId: Number(view.id), allowed: view.permissions.createChild },
  })
}

/** The article with its head and what features add below; the markup of `PageFrame` in the browser. */
function pageMain(view: PageView, after: readonly (Markup | '')[]): Markup {
  const edit = view.type === 'blogpost' ? 'editblogpost' : 'editpage'
  return html`<div class="ox-page" data-width="normal" data-rail><div id="main-header" class="ox-page-header"><div class="ox-strip"><nav class="ox-crumbs" aria-label="Breadcrumbs"><ol id="breadcrumbs"><li><span><a href="${view.space.url}">${view.space.name}</a></span></li>${
    view.ancestors.map(page => html`<li><span><a href="${page.url}">${page.title}</a></span></li>`)}</ol></nav><div id="navigation" class="ox-page-actions content-navigation view">${
    view.permissions.update && html`<a id="editPageLink" href="/pages/${edit}.action?pageId=${view.id}" class="ox-action">Edit</a>`}</div></div><div class="ox-columns ox-page-head"><h1 id="title-heading" class="ox-title pagetitle"><span id="title-text"><a href="${view.url}">${view.title}</a></span></h1><div class="ox-byline page-metadata">${byline(view)}</div></div></div><div class="ox-columns ox-page-body"><div id="content" class="ox-content page view"><div id="action-messages"></div><div id="main-content" class="ox-article wiki-content">${trusted(view.html)}</div><div class="ox-page-after">${after}</div></div><aside class="ox-rail" aria-label="On this page"></aside></div></div>`
}

function byline(view: PageView): Markup {
  return html`<ul class="ox-byline-list"><li class="page-metadata-modification-info">Created by <span class="author">${userLink(view.createdBy)}</span>${
    view.version > 1 && html`, last modified by <span class="editor">${userLink(view.updatedBy)}</span> <a class="last-modified" href="/pages/diffpagesbyversion.action?pageId=${view.id}&selectedPageVersions=${view.version - 1}&selectedPageVersions=${view.version}"><time datetime="${view.updatedAt}">${view.updatedAt.slice(0, 10)}</time></a>`}</li></ul>`
}

function userLink(person: PersonView | null): Markup {
  if (!person) return html`Anonymous`
  return html`<a class="url fn confluence-userlink" data-username="${person.username}" href="/display/~${encodeURIComponent(person.username)}">${person.displayName}</a>`
}

/** The space's name and the tree as nested links, open at the page. */
export function sidebar(space: { key: string; name: string; url: string }, tree: PageTree, currentId: string | undefined): Markup {
  const byParent = new Map(tree.levels.map(level => [level.parent, level.nodes]))
  const list = (parent: string | null): Markup | '' => {
    const nodes = byParent.get(parent)
    if (!nodes || nodes.length === 0) return ''
    return html`<ul class="ox-tree-static">${nodes.map(node => html`<li><a href="${node.url}"${node.id === currentId ? html` aria-current="page"` : ''}>${node.title}</a>${list(node.id)}</li>`)}</ul>`
  }
  return html`<a class="ox-space-head" href="${space.url}">${space.name}</a><nav aria-label="Pages">${list(null)}</nav>`
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
    meta('ajs-jira-metadata-count', '-1'),
    meta('ajs-jira-metadata-count-incomplete', 'false'),
    meta('ajs-is-space-admin', String(view.permissions.administerSpace)),
    meta('ajs-remote-user-has-licensed-access', String(ctx.viewer.userId !== null)),
  ]
}

