import type { FastifyRequest } from 'fastify'
import type { NewContentType } from '#platform/create-path.ts'
import { endpointKey } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts } from '#platform/server/http/document.ts'
import { html } from '#platform/server/http/markup.ts'
import { chooseHref, CHOOSER_PAGE, chooserQuery, chooserTitle } from '../chooser-view.ts'
import { CREATE_SPACE_PATH, spaceDirectory } from '../contract.ts'
import { iconOf } from '../directory-view.ts'
import { say } from '../words.ts'
import { directoryPage } from './routes/directory.ts'

/** What the address of a new page or post said. */
export interface Choosing {
  type: NewContentType
  title: string | undefined
  /** What the form without script looks for, and the row from which it goes on. */
  query: string
  start: number
}

const MAX_QUERY = 200

/**
 * Where something new is to go, for an address that names no space: the spaces in which the reader may create it. The
 * screen's first view; SpaceChooser of the browser draws the same elements: change both.
 */
export async function spaceChooser(ctx: Context, request: FastifyRequest, { type, title, query, start }: Choosing): Promise<DocumentParts> {
  const { locale } = ctx
  const asked = chooserQuery(type)
  const text = query.trim().slice(0, MAX_QUERY)
  const page = await directoryPage(ctx, request, { ...asked, query: text, start })
  const heading = say(locale, chooserTitle(type))
  const [path = '', search = ''] = request.url.split('?', 2)
  const more = (from: number) => `${path}?${new URLSearchParams({ ...(title ? { title } : {}), ...(text ? { query: text } : {}), start: String(from) })}`
  const rows = page.results.map(entry => html`<li class="ox-directory-row"><img class="ox-directory-icon" src="${iconOf(entry)}" alt="" width="32" height="32"><div class="ox-directory-text"><a class="ox-directory-name" href="${chooseHref(type, entry.key, title, search)}">${entry.name}</a><p>${entry.summary}</p></div><span class="ox-directory-key">${entry.key}</span></li>`)
  return {
    title: heading,
    main: html`<div class="ox-directory"><div class="ox-directory-head"><h1 class="ox-directory-title">${heading}</h1></div><form class="ox-directory-filter" method="get" action="${path}">${
      title && html`<input type="hidden" name="title" value="${title}">`}<input class="ox-search-input" type="search" name="query" value="${text}" aria-label="${say(locale, 'Find a space')}" placeholder="${say(locale, 'Find a space')}" maxlength="${MAX_QUERY}"></form>${
      rows.length > 0
        ? html`<ul class="ox-directory-list">${rows}</ul>`
        : html`<p class="ox-directory-empty">${say(locale, text === '' ? 'There is no space in which you may create something.' : 'No space is called like that.')}</p>${
          text === '' && page.permissions.createSpace && html`<p class="ox-directory-begin"><a class="ox-create" href="${CREATE_SPACE_PATH}">${say(locale, 'Create space')}</a></p>`}`}<noscript>${
      start > 0 && html`<a href="${more(Math.max(0, start - CHOOSER_PAGE))}">${say(locale, 'Previous page')}</a> `}${
      page._links['next'] !== undefined && html`<a href="${more(start + CHOOSER_PAGE)}">${say(locale, 'Next page')}</a>`}</noscript></div>`,
    queries: text === '' && start === 0 ? [{ key: endpointKey(spaceDirectory, { query: asked }), data: page }] : [],
  }
}
