/**
 * A page as markup for `#main`, for readers without script and as the first view of all others. PageScreen of the
 * browser draws the same elements: change both.
 */
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { breadcrumbsMarkup } from '#platform/server/http/screen.ts'
import { iconSvg, type IconName } from '#platform/icons.ts'
import { editPath, pageMenu, pageNotices, RESTRICTION_TITLES, type PageNotice } from '../../page-links.ts'
import { blankText, isBlank, outlineOf, readingMinutes, whenExactly, whenWords } from '../../reading.ts'
import type { PageView, PersonView } from '../../view-contract.ts'
import { say } from '../../words.ts'

export interface Reader {
  /** BCP 47 tag. */
  locale: string
  isAnonymous: boolean
  /** Path and query of this document. */
  here: string
  now: number
  fullWidth: boolean
}

/** Element whose content is the rendered page and nothing else. */
export const ARTICLE_ID = 'main-content'

/** The article with its head, and what features add below. */
export function pageMain(view: PageView, { actions: given, after }: { actions: readonly (Markup | '')[]; after: readonly (Markup | '')[] }, reader: Reader): Markup {
  const title = view.shownVersion?.title ?? view.title
  return html`<div class="ox-page" data-width="${reader.fullWidth ? 'full' : 'normal'}" data-rail="true"><div id="main-header" class="ox-page-header"><div class="ox-strip">${breadcrumbs(view, reader)}<div id="navigation" class="ox-page-actions content-navigation view">${given}${actions(view, reader)}</div></div><div class="ox-columns ox-page-head"><div class="ox-page-banner">${notices(view, reader)}</div><h1 id="title-heading" class="ox-title pagetitle"><span id="title-text"><a href="${view.url}">${title}</a></span></h1><div class="ox-byline page-metadata">${byline(view, reader)}</div></div></div><div class="ox-columns ox-page-body"><div id="content" class="ox-content page view"><div id="action-messages"></div><div id="${ARTICLE_ID}" class="ox-article wiki-content">${trusted(view.html)}</div>${blank(view, reader)}<div class="ox-page-after">${after}</div></div><aside class="ox-rail" aria-label="${say(reader.locale, 'On this page')}">${outline(view.html, reader)}</aside></div></div>`
}

/** In place of an article that shows nothing. */
function blank(view: PageView, { locale }: Reader): Markup | '' {
  if (!isBlank(view.html)) return ''
  return html`<div class="ox-blank"><p>${say(locale, blankText(view.type))}</p>${
    view.permissions.update && html`<p><a class="ox-action" href="${editPath(view)}">${icon('pencil', 16)}<span>${say(locale, 'Begin writing')}</span></a></p>`}</div>`
}

function icon(name: IconName, size = 20): Markup {
  return trusted(iconSvg(name, size))
}

function breadcrumbs(view: PageView, { locale }: Reader): Markup {
  return breadcrumbsMarkup(locale, [{ label: view.space.name, href: view.space.url }, ...view.ancestors.map(page => ({ label: page.title, href: page.url }))])
}

function actions(view: PageView, { locale }: Reader): Markup {
  const more = say(locale, 'More actions')
  // The id is followed by the address: a caller's pattern wants it so.
  return html`${view.permissions.update && html`<a id="editPageLink" href="${editPath(view)}" class="ox-action">${icon('pencil', 16)}<span>${say(locale, 'Edit')}</span></a>`}<button type="button" id="shareContentLink" class="ox-icon-button" aria-label="${say(locale, 'Copy link')}" data-tooltip="${say(locale, 'Copy link')}">${icon('link')}</button><button type="button" id="action-menu-link" class="ox-icon-button" aria-label="${more}" data-tooltip="${more}" aria-expanded="false" popovertarget="action-menu-link-panel">${icon('ellipsis')}</button><div id="action-menu-link-panel" class="ox-panel ox-panel-end" popover="auto">${
    pageMenu(view).map(group => html`<div class="ox-menu-group">${group.map(link =>
      html`<a id="${link.id}" class="ox-panel-item" href="${link.href}">${say(locale, link.label, link.values)}</a>`)}</div>`)}</div>`
}

function notices(view: PageView, reader: Reader): Markup[] {
  const all = pageNotices(view, { ...reader, when: iso => whenWords(iso, reader.now, reader.locale) })
  return all.map(notice => html`<div class="ox-page-notice" data-tone="${notice.tone}" role="status"><p>${say(reader.locale, notice.text, notice.values)}</p>${noticeLinks(notice, reader)}</div>`)
}

function noticeLinks(notice: PageNotice, { locale }: Reader): Markup | '' {
  // What needs the browser to be done has no link here: it appears with the app.
  const links = notice.links.filter(link => link.action === undefined)
  return links.length > 0 ? html`<p class="ox-page-notice-links">${links.map(link => html`<a href="${link.href}">${say(locale, link.label)}</a>`)}</p>` : ''
}

function byline(view: PageView, { locale, now }: Reader): Markup {
  const minutes = readingMinutes(view.html)
  const people = faces(view)
  const changed = html`<a class="last-modified" title="${whenExactly(view.updatedAt, locale)}" href="/pages/diffpagesbyversion.action?pageId=${view.id}&selectedPageVersions=${view.version - 1}&selectedPageVersions=${view.version}"><time datetime="${view.updatedAt}">${whenWords(view.updatedAt, now, locale)}</time></a>`
  const created = html`<time title="${whenExactly(view.createdAt, locale)}" datetime="${view.createdAt}">${whenWords(view.createdAt, now, locale)}</time>`
  return html`${people.length > 0 && html`<span class="ox-faces">${people.map(person => html`<img class="ox-face" src="${person.avatarUrl}" alt="" width="20" height="20">`)}</span>`}<ul class="ox-byline-list"><li class="page-metadata-modification-info">${say(locale, 'Created by')} <span class="author">${userLink(view.createdBy, locale)}</span>${
    view.version > 1
      ? html`, ${say(locale, 'last modified by')} <span class="editor">${userLink(view.updatedBy, locale)}</span> ${changed}`
      : html` ${created}`}</li>${minutes !== undefined && html`<li class="ox-byline-item">${say(locale, '{{count}} min read', { count: minutes })}</li>`}${
    view.restricted !== 'no' && html`<li class="ox-byline-item"><span id="content-metadata-page-restrictions" class="ox-restricted ${view.restricted === 'explicit' ? 'restricted' : 'inherited'}" title="${say(locale, RESTRICTION_TITLES[view.restricted])}">${icon(view.restricted === 'explicit' ? 'lock' : 'unlock', 16)}<span>${say(locale, view.restricted === 'explicit' ? 'Restricted' : 'Restricted above')}</span></span></li>`}</ul>`
}

/** Who wrote the page and who changed it last, once each. */
export function faces(view: Pick<PageView, 'createdBy' | 'updatedBy'>): PersonView[] {
  const people = [view.createdBy, view.updatedBy].filter(person => person !== null)
  return people.filter((person, index) => people.findIndex(other => other.userKey === person.userKey) === index)
}

function userLink(person: PersonView | null, locale: string): Markup {
  if (!person) return html`${say(locale, 'Anonymous')}`
  if (person.profileUrl === undefined) return html`<span class="fn">${person.displayName}</span>`
  return html`<a class="url fn confluence-userlink" data-username="${person.username}" href="${person.profileUrl}">${person.displayName}</a>`
}

function outline(article: string, { locale }: Reader): Markup | '' {
  const entries = outlineOf(article)
  if (entries.length < 2) return ''
  const top = Math.min(...entries.map(entry => entry.level))
  return html`<nav class="ox-outline" aria-label="${say(locale, 'On this page')}"><p class="ox-outline-title">${say(locale, 'On this page')}</p><ul>${entries.map(entry =>
    html`<li style="--level:${entry.level - top}"><a href="#${encodeURIComponent(entry.id)}">${entry.text}</a></li>`)}</ul></nav>`
}
