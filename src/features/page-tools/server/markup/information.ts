/** Page information as markup; InformationScreen of the browser draws the same elements: change both. */
import { html, type Markup } from '#platform/server/http/markup.ts'
import type { PageHead, PageInformation, PageLinkEnd } from '../../contract.ts'
import { historyPath } from '../../tools.ts'
import { say } from '../../words.ts'
import type { ListPage } from '../lists.ts'
import { personMarkup, time } from './common.ts'

export interface Told {
  information: PageInformation
  incoming: ListPage<PageLinkEnd>
  outgoing: ListPage<PageLinkEnd>
}

/** Facts of a page and its links. The browser draws the same: `web/information/InformationScreen.tsx`. */
export function informationMarkup(head: PageHead, { information, incoming, outgoing }: Told, { locale, baseUrl }: { locale: string; baseUrl: string }): Markup {
  const fact = (label: string, value: Markup | string) => html`<div><dt>${say(locale, label)}</dt><dd>${value}</dd></div>`
  const section = (title: string, content: Markup) => html`<section class="ox-info-section"><h2>${say(locale, title)}</h2>${content}</section>`
  const links = (list: ListPage<PageLinkEnd>, none: string) => list.results.length === 0
    ? html`<p class="ox-hint">${say(locale, none)}</p>`
    : html`<ul class="ox-info-links">${list.results.map(link => html`<li><a href="${link.url}">${link.title}</a>${link.space && html` <span class="ox-hint">${link.space.name}</span>`}</li>`)}</ul>`
  return html`<div class="ox-info">${section('Details', html`<dl class="ox-info-facts">${fact('Title', head.title)}${fact('Space', html`<a href="${head.space.url}">${head.space.name}</a>`)}${
    fact('Created', html`${personMarkup(information.createdBy, locale)} ${time(information.createdAt, locale)}`)}${
    fact('Last changed', html`${personMarkup(information.updatedBy, locale)} ${time(information.updatedAt, locale)}`)}${
    fact('Versions', html`<a href="${historyPath(head.id)}">${information.versions}</a>`)}${
    fact('Tiny link', html`<a href="${head.tinyUrl}">${baseUrl}${head.tinyUrl}</a>`)}${fact('Page ID', head.id)}</dl>`)}${
    section('Labels', information.labels.length === 0
      ? html`<p class="ox-hint">${say(locale, 'No labels')}</p>`
      : html`<ul class="ox-labels">${information.labels.map(label => html`<li><span class="ox-label">${label.label}</span></li>`)}</ul>`)}${
    section('Restrictions', html`<p>${restrictionWords(information, locale)}</p>`)}${
    section('Hierarchy', html`<dl class="ox-info-facts">${head.ancestors.length > 0 && fact('Parent page', html`<a href="${head.ancestors.at(-1)?.url ?? ''}">${head.ancestors.at(-1)?.title ?? ''}</a>`)}${
      fact('Child pages', information.children.length === 0 ? say(locale, 'None') : html`<ul class="ox-info-links">${information.children.map(page => html`<li><a href="${page.url}">${page.title}</a></li>`)}</ul>`)}</dl>`)}${
    section('Incoming links', links(incoming, 'No page links here.'))}${section('Outgoing links', links(outgoing, 'This page links nowhere.'))}</div>`
}

function restrictionWords({ restrictions: { read, update, inherited } }: PageInformation, locale: string): string {
  const names = [...read.users.map(user => user.displayName), ...read.groups]
  const editors = [...update.users.map(user => user.displayName), ...update.groups]
  if (names.length > 0) return say(locale, 'Only {{names}} can view this page.', { names: names.join(', ') })
  if (inherited.length > 0) return say(locale, 'Viewing is restricted by a page above.')
  if (editors.length > 0) return say(locale, 'Everyone in the space can view this page; only {{names}} can edit it.', { names: editors.join(', ') })
  return say(locale, 'Everyone in the space can view this page.')
}
