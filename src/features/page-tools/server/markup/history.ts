/** History as markup; HistoryScreen of the browser draws the same elements: change both. */
import { html, type Markup } from '#platform/server/http/markup.ts'
import type { PageHead, VersionHead } from '../../contract.ts'
import { comparePath, historyPath, versionPath } from '../../tools.ts'
import { say } from '../../words.ts'
import type { ListPage } from '../lists.ts'
import { personMarkup, time } from './common.ts'

/**
 * The versions of a page, with forms to compare and restore them. The browser draws the same:
 * `web/history/HistoryScreen.tsx`.
 */
export function historyMarkup(head: PageHead, page: ListPage<VersionHead>, { locale, token }: { locale: string; token: string }): Markup {
  const newest = page.results[0]?.number
  const second = page.results[1]?.number
  const row = (version: VersionHead) => html`<tr${version.number === head.version ? html` data-current` : ''}><td class="ox-version-pick"><input form="compare" type="checkbox" name="selectedPageVersions" value="${version.number}" aria-label="${say(locale, 'Select version {{number}}', { number: version.number })}"${version.number === newest || version.number === second ? html` checked` : ''}></td><th scope="row"><a href="${versionPath(head, version.number)}">v. ${version.number}</a>${version.number === head.version && html` <span class="ox-tag">${say(locale, 'Current')}</span>`}</th><td>${time(version.at, locale)}</td><td>${personMarkup(version.author, locale)}</td><td class="ox-version-comment">${version.title !== head.title && html`<span class="ox-version-title">${version.title}</span>`}${version.message}${version.minor && html` <span class="ox-tag">${say(locale, 'Minor')}</span>`}</td><td class="ox-row-actions">${version.number !== head.version && html`<a href="${comparePath(head.id, version.number, head.version)}">${say(locale, 'Compare with current')}</a>${head.permissions.update && html`<form method="post" action="/pages/dorevertpagetoversion.action"><input type="hidden" name="atl_token" value="${token}"><input type="hidden" name="pageId" value="${head.id}"><input type="hidden" name="version" value="${version.number}"><button type="submit" class="ox-link-button">${say(locale, 'Restore')}</button></form>`}`}</td></tr>`
  return html`<form id="compare" class="ox-tool-bar" method="get" action="/pages/diffpagesbyversion.action"><input type="hidden" name="pageId" value="${head.id}"><button type="submit" class="ox-button">${say(locale, 'Compare selected versions')}</button></form><div class="ox-list-scroll"><table id="page-history-container" class="ox-list" aria-label="${say(locale, 'Page history')}"><thead><tr><th><span class="ox-visually-hidden">${say(locale, 'Select')}</span></th><th scope="col">${say(locale, 'Version')}</th><th scope="col">${say(locale, 'Published')}</th><th scope="col">${say(locale, 'Changed by')}</th><th scope="col">${say(locale, 'Comment')}</th><th><span class="ox-visually-hidden">${say(locale, 'Actions')}</span></th></tr></thead><tbody>${page.results.map(row)}</tbody></table></div>${
    page._links.next && html`<p class="ox-more"><a href="${historyPath(head.id)}&start=${page.start + page.limit}">${say(locale, 'Older versions')}</a></p>`}`
}
