/** The start page as markup; DashboardScreen of the browser draws the same elements: change both. */
import { friendlyTime, fullTime } from '#platform/friendly-time.ts'
import { iconSvg } from '#platform/icons.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import type { Problem } from '#platform/server/http/not-found.ts'
import type { OwnDraft, RecentChange } from '#features/content/contract.ts'
import { CREATE_SPACE_PATH, SPACE_ICON_PATH, type SpaceEntry } from '#features/spaces/contract.ts'
import { FIRST_SPACE } from '../lists.ts'
import { say } from '../words.ts'

export interface DashboardData {
  updates: readonly RecentChange[]
  drafts: readonly OwnDraft[]
  spaces: readonly SpaceEntry[]
  /** `spaces` are those that the reader starred. */
  areStarred: boolean
}

interface Reader {
  locale: string
  now: number
  canCreateSpace: boolean
}

/** The start page. The browser draws the same: `web/DashboardScreen.tsx`. */
export function dashboardMain({ updates, drafts, spaces, areStarred }: DashboardData, reader: Reader): Markup {
  const { locale } = reader
  return html`<div class="ox-home"><section class="ox-home-main list-container-all-updates" aria-labelledby="all-updates"><h1 id="all-updates" class="ox-home-title content-header-all-updates">${say(locale, 'Recently updated')}</h1>${
    updates.length > 0 ? html`<ul class="ox-updates">${updates.map(change => update(change, reader))}</ul>` : nothingYet(spaces.length === 0 && reader.canCreateSpace, locale)}</section><div class="ox-home-side"><section id="recently-worked" aria-labelledby="own-drafts"><h2 id="own-drafts" class="ox-home-heading">${say(locale, 'Your drafts')}</h2>${
    drafts.length > 0 ? html`<ul class="ox-home-list">${drafts.map(item => draft(item, reader))}</ul>` : html`<p class="ox-home-empty">${say(locale, 'What you begin to write and do not publish waits here.')}</p>`}</section><section aria-labelledby="home-spaces"><h2 id="home-spaces" class="ox-home-heading">${say(locale, areStarred ? 'Starred spaces' : 'Spaces')}</h2>${
    spaces.length > 0 ? html`<ul class="ox-home-list">${spaces.map(space)}</ul>` : html`<p class="ox-home-empty">${say(locale, 'There are no spaces yet.')}</p>`}<p class="ox-home-more"><a href="/spacedirectory/view.action">${say(locale, 'All spaces')}</a></p></section></div></div>`
}

function nothingYet(beginsWithSpace: boolean, locale: string): Markup {
  return beginsWithSpace
    ? html`<p class="ox-home-empty">${say(locale, FIRST_SPACE)}</p><p class="ox-home-begin"><a class="ox-create" href="${CREATE_SPACE_PATH}">${say(locale, 'Create the first space')}</a></p>`
    : html`<p class="ox-home-empty">${say(locale, 'Nothing has been written yet. Open a space and create the first page.')}</p>`
}

function update(change: RecentChange, { locale, now }: Reader): Markup {
  const at = Date.parse(change.updatedAt)
  const name = change.updatedBy?.displayName ?? say(locale, 'Anonymous')
  return html`<li class="ox-update">${change.updatedBy ? html`<img class="ox-update-face" src="${change.updatedBy.avatarUrl}" alt="" width="28" height="28">` : html`<span class="ox-update-face"></span>`}<div class="ox-update-text"><a class="ox-update-title" href="${change.url}">${change.title}</a><p class="ox-update-facts"><a href="/display/${change.space.key}">${change.space.name}</a> · ${say(locale, change.version === 1 ? 'created by {{name}}' : 'edited by {{name}}', { name })} · <time datetime="${change.updatedAt}" title="${fullTime(at, locale)}">${friendlyTime(at, now, locale)}</time></p></div></li>`
}

function draft(item: OwnDraft, { locale, now }: Reader): Markup {
  return html`<li><a class="ox-home-item" href="${item.editUrl}"><span class="ox-home-item-title">${item.title || say(locale, 'Untitled')}</span><span class="ox-home-item-facts">${item.space.name} · ${friendlyTime(Date.parse(item.updatedAt), now, locale)}</span></a></li>`
}

function space(entry: SpaceEntry): Markup {
  return html`<li><a class="ox-home-item ox-home-space" href="${entry._links.webui}"><img src="${iconOf(entry)}" alt="" width="24" height="24"><span class="ox-home-item-title">${entry.name}</span></a></li>`
}

function iconOf(entry: SpaceEntry): string {
  return (entry['icon'] as { path?: string } | undefined)?.path ?? SPACE_ICON_PATH
}

/** Title of the page for what cannot be shown. */
export function problemTitle({ status }: Problem): string {
  if (status === 404) return 'Page Not Found'
  return status === 403 ? 'You are not permitted to see this' : 'This page could not be shown'
}

/** What is said instead of what cannot be shown. */
export function problemMain(problem: Problem, locale: string): Markup {
  const text = problem.status === 404
    ? say(locale, 'There is nothing at this address. The page may have been moved or deleted, or you may not be permitted to see it.')
    : problem.message
  return html`<div class="ox-notice"><h1>${say(locale, problemTitle(problem))}</h1><p>${text}</p><form class="ox-notice-search" action="/dosearchsite.action" method="get" role="search" aria-label="${say(locale, 'Search the wiki')}"><span class="ox-search-icon">${trusted(iconSvg('search', 16))}</span><input class="ox-search-input" type="search" name="queryString" aria-label="${say(locale, 'Search')}" placeholder="${say(locale, 'Search')}" maxlength="255"></form><p><a href="/">${say(locale, 'Go to the dashboard')}</a> · <a href="/spacedirectory/view.action">${say(locale, 'All spaces')}</a></p></div>`
}
