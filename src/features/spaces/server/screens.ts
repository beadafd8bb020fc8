import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { loginPath } from '#platform/login-path.ts'
import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { renderDocument } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { CREATE_SPACE_PATH, spaceDirectory, type SpaceEntry } from '../contract.ts'
import { DIRECTORY_PAGE, DIRECTORY_PATH, directoryViews, iconOf, viewHref, viewOf, type DirectoryView } from '../directory-view.ts'
import { say } from '../words.ts'
import { directoryPage } from './routes/directory.ts'

const directory = endpoint({
  method: 'GET', path: DIRECTORY_PATH, tag: 'addresses', summary: 'The space directory',
  query: z.looseObject({ view: z.string().max(50).optional(), label: z.string().max(300).optional() }),
})

/** The space directory as a document. Spaces themselves open at their home page, which content shows. */
export function spaceScreens({ http }: App): void {
  http.handle(directory, ({ ctx, query, request }) => directoryDocument(ctx, request, viewOf(query.view), query.label || undefined))
}

async function directoryDocument(ctx: Context, request: FastifyRequest, view: DirectoryView, label: string | undefined): Promise<Answer> {
  if (!ctx.viewer.mayUse && !ctx.viewer.isAdmin) {
    return Answer.redirect(loginPath(request.url))
  }
  const category = label === undefined ? {} : { label }
  const page = await directoryPage(ctx, request, { query: '', start: 0, limit: DIRECTORY_PAGE, ...view.query, ...category })
  const body = await renderDocument(ctx, request, {
    title: say(ctx.locale, 'Spaces'),
    main: directoryMain(page, view, label, ctx.locale),
    queries: [{ key: endpointKey(spaceDirectory, { query: { ...view.query, limit: DIRECTORY_PAGE, ...category } }), data: page }],
  })
  return Answer.html(body, 200, { 'cache-control': 'private, no-cache' })
}

/** The screen's first view; DirectoryScreen of the browser draws the same elements: change both. */
function directoryMain(page: Awaited<ReturnType<typeof directoryPage>>, view: DirectoryView, category: string | undefined, locale: string): Markup {
  const { permissions, counts } = page
  return html`<div class="ox-directory"><div class="ox-directory-head"><h1 class="ox-directory-title">${say(locale, 'Spaces')}</h1><div class="ox-directory-actions">${
    permissions.createSpace && html`<a id="create-space-link" class="ox-create" href="${CREATE_SPACE_PATH}">${say(locale, 'Create space')}</a>`}</div></div><nav class="ox-directory-views" aria-label="${say(locale, 'Kinds of spaces')}">${directoryViews.map(other =>
    html`<a href="${viewHref(other)}"${other.id === view.id ? html` aria-current="page"` : ''}>${say(locale, other.label)}<span>${counts[other.count]}</span></a>`)}</nav><div class="ox-directory-filter"><input class="ox-search-input" type="search" aria-label="${say(locale, 'Filter spaces')}" placeholder="${say(locale, 'Filter spaces')}" maxlength="200"></div>${
    category !== undefined && html`<p class="ox-directory-category">${say(locale, 'In the category {{category}}', { category })} <a href="${viewHref(view)}">${say(locale, 'Show all')}</a></p>`}${
    page.results.length > 0
      ? html`<ul class="ox-directory-list">${page.results.map(entry => row(entry, view, locale))}</ul>`
      : html`<p class="ox-directory-empty">${say(locale, 'There are no spaces here.')}</p>`}</div>`
}

function row(entry: SpaceEntry, view: DirectoryView, locale: string): Markup {
  return html`<li class="ox-directory-row"><img class="ox-directory-icon" src="${iconOf(entry)}" alt="" width="32" height="32"><div class="ox-directory-text"><a class="ox-directory-name" href="${entry._links.webui}">${entry.name}</a>${
    entry.status === 'archived' && html`<span class="ox-directory-note">${say(locale, 'Archived')}</span>`}<p>${entry.summary}</p>${
    entry.categories.length > 0 && html`<ul class="ox-directory-categories" aria-label="${say(locale, 'Categories')}">${entry.categories.map(category =>
      html`<li><a href="${viewHref(view, category)}">${category}</a></li>`)}</ul>`}</div><span class="ox-directory-key">${entry.key}</span><span class="ox-directory-star"></span></li>`
}
