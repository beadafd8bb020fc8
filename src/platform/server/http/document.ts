import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { COMPATIBLE_BUILD, COMPATIBLE_VERSION } from '../../compatibility.ts'
import { createPath, type NewContentType } from '../../create-path.ts'
import { iconSvg, type IconName } from '../../icons.ts'
import { loginPath } from '../../login-path.ts'
import { SIDEBAR_WIDTH_COOKIE, THEME_COOKIE, type PageData, type SeededQuery, type Theme } from '../../page-data.ts'
import type { Context } from '../context.ts'
import { extensionPoint } from '../extensions.ts'
import { javaLocale, languageTag } from '../language.ts'
import { version } from '../package.ts'
import { setting } from '../settings.ts'
import { accessModeStatusOf } from './access-mode.ts'
import { webAssets, type WebAssets } from './assets.ts'
import { html, jsonForScript, trusted, type Markup } from './markup.ts'
import { say } from './words.ts'

export const siteTitle = setting('site.title', z.string().min(1).max(100), 'Oxbow')
/** Whether the box in the top bar suggests what to open; else it only leads to the search page. */
export const quickSearch = setting('site.quick-search', z.boolean(), true)

/** What features tell the frame about the reader: their picture, and what they may create. */
export interface FrameFacts {
  user: PageData['user']
  can: Partial<PageData['can']>
}
export const frameFacts = extensionPoint<(ctx: Context) => Promise<Partial<FrameFacts>>>('platform.frame-facts')

/** Addresses of style sheets that come after the wiki's own, e.g. with the colours that an administrator chose. */
export const documentStyles = extensionPoint<(ctx: Context, parts: DocumentParts) => Promise<string | undefined>>('platform.document-styles')

/** Metas that features put into every document. */
export const documentMetas = extensionPoint<(ctx: Context) => readonly Meta[]>('platform.document-metas')

/** Cookies that {@link renderDocument} reads; a cached call that answers with a document varies by them. */
export const DOCUMENT_COOKIES: readonly string[] = [THEME_COOKIE, SIDEBAR_WIDTH_COOKIE]

/** One `<meta name content>`; `id` is written before the name, as some callers expect. */
export interface Meta {
  name: string
  content: string
  id?: string
}

export interface DocumentParts {
  /** Title of the page, without the site's. */
  title: string
  /** Content of `#main`. */
  main: Markup
  /** Content of the space sidebar; absent for pages without one. */
  sidebar?: Markup
  /** `bare` for sign-in and set-up: the logo alone. */
  layout?: 'normal' | 'bare'
  metas?: readonly Meta[]
  /** Further elements of the head, e.g. `<link rel="canonical">`. */
  head?: Markup
  queries?: readonly SeededQuery[]
  /** Space and page that the Create button starts from. */
  createFrom?: { spaceKey: string; pageId?: number; allowed: boolean }
}

/**
 * A complete HTML document: head metas of the old product, the frame, the main part, and the data from which the web
 * app takes over. Its markup is that of `docs/developers/frame.md`, readable without script.
 */
export async function renderDocument(ctx: Context, request: FastifyRequest, parts: DocumentParts): Promise<string> {
  const facts = await frameOf(ctx)
  const site = ctx.app.settings.get(siteTitle)
  const assets = webAssets(ctx.app)
  const styles = await Promise.all(ctx.app.extensions.all(documentStyles).map(style => style(ctx, parts)))
  const locale = languageTag(ctx.locale)
  const text: Text = (key, values) => say(locale, key, values)
  const cookies = request.cookies ?? {}
  const accessMode = accessModeStatusOf(ctx.app)
  const isOpen = accessMode.mode === 'READ_WRITE'
  const can = { createContent: isOpen && (parts.createFrom?.allowed ?? facts.can.createContent), createSpace: isOpen && facts.can.createSpace }
  const data: PageData = {
    locale, site: { title: site, version, buildNumber: COMPATIBLE_BUILD }, user: facts.user, can, accessMode, queries: [...(parts.queries ?? [])],
  }
  return html`<!doctype html>
<html lang="${locale}" dir="ltr" data-theme="${themeOf(cookies[THEME_COOKIE])}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title} - ${site}</title>
<meta id="react-aria-pressable-style">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${fontsOf(assets, parts.main).map(href => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>\n`)}${[...assets.styles, ...styles.filter(href => href !== undefined)].map(href => html`<link rel="stylesheet" href="${href}">\n`)}${assets.scripts.map(src => html`<script type="module" src="${src}"></script>\n`)}${
    assets.modulePreloads.map(href => html`<link rel="modulepreload" href="${href}">\n`)}${
    trusted(metaLines([...siteMetas(ctx, facts.user), ...ctx.app.extensions.all(documentMetas).flatMap(metas => metas(ctx)), ...(parts.metas ?? [])]))}${parts.head}
</head>
<body id="com-atlassian-confluence" class="theme-default">
<div id="app"><a class="ox-skip" href="#main">${text('Skip to content')}</a>
${parts.layout === 'bare' ? bareHeader(site) : header(site, facts.user, { ...can, request, parts, text, quickNav: ctx.app.settings.get(quickSearch) })}
<div class="ox-progress" aria-hidden="true"></div>
<div class="ox-connection" role="status"></div>
<div class="ox-access-mode" role="status">${accessMode.banner !== null && html`<p>${accessMode.banner}</p>`}</div>
<div class="ox-frame" data-layout="${parts.layout ?? 'normal'}" data-sidebar="${sidebarState(parts.sidebar, cookies[SIDEBAR_WIDTH_COOKIE])}"${
    parts.sidebar ? sidebarStyle(cookies[SIDEBAR_WIDTH_COOKIE]) : ''}>
${parts.sidebar && html`<aside class="ox-sidebar" id="ox-sidebar" aria-label="${text('Space')}" tabindex="-1"><div class="ox-sidebar-body">${parts.sidebar}</div><button type="button" class="ox-sidebar-toggle" aria-expanded="true" aria-controls="ox-sidebar" aria-label="${text('Collapse sidebar')}">${icon('chevronLeft', 16)}</button><div class="ox-sidebar-handle"></div></aside>
<div class="ox-scrim"></div>`}
<div class="ox-column"><div id="main" class="ox-main" role="main" tabindex="-1">${parts.main}</div>
<footer id="footer" class="ox-footer"><ul id="poweredby"><li>${text('Powered by {{product}}', { product: 'Oxbow' })} <span id="footer-build-information">${version}</span></li></ul></footer>
</div></div></div>
<script type="application/json" id="oxbow-data">${jsonForScript(data)}</script>
</body>
</html>
`.text
}

/** The faces that a document is sure to need. */
function fontsOf({ textFont, codeFont }: WebAssets, main: Markup): string[] {
  return [textFont, /<(?:pre|code)[ >]/.test(main.text) ? codeFont : undefined].filter(href => href !== undefined)
}

async function frameOf(ctx: Context): Promise<{ user: PageData['user']; can: PageData['can'] }> {
  const all = await Promise.all(ctx.app.extensions.all(frameFacts).map(fact => fact(ctx)))
  const can = { createContent: false, createSpace: false }
  let user: PageData['user'] = null
  for (const fact of all) {
    if (fact.user) user = fact.user
    Object.assign(can, fact.can)
  }
  return { user, can }
}

function themeOf(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system'
}

const COLLAPSED_WIDTH = 55
const MAX_WIDTH = 640

function widthOf(cookie: string | undefined): number | undefined {
  const width = Number(cookie)
  return cookie !== undefined && width >= COLLAPSED_WIDTH && width <= MAX_WIDTH ? Math.round(width) : undefined
}

function sidebarState(sidebar: Markup | undefined, cookie: string | undefined): string {
  if (!sidebar) return 'none'
  return widthOf(cookie) === COLLAPSED_WIDTH ? 'collapsed' : 'expanded'
}

function sidebarStyle(cookie: string | undefined): Markup | '' {
  const width = widthOf(cookie)
  return width === undefined ? '' : html` style="--ox-sidebar-width:${width}px"`
}

/**
 * Metas are written as `<meta name="x" content="y">`, one a line, since extractors of older programs match just that.
 */
function metaLines(metas: readonly Meta[]): string {
  return metas.map(meta => html`<meta ${meta.id ? html`id="${meta.id}" ` : ''}name="${meta.name}" content="${meta.content}">\n`.text).join('')
}

function siteMetas(ctx: Context, user: PageData['user']): Meta[] {
  const token = ctx.authentication.xsrfToken
  const meta = (name: string, content: string): Meta => ({ name, content })
  return [
    { id: 'confluence-context-path', name: 'confluence-context-path', content: '' },
    { id: 'confluence-base-url', name: 'confluence-base-url', content: ctx.app.baseUrl },
    { id: 'atlassian-token', name: 'atlassian-token', content: token },
    meta('confluence-request-time', String(Date.now())),
    meta('ajs-context-path', ''),
    meta('ajs-base-url', ctx.app.baseUrl),
    meta('ajs-version-number', COMPATIBLE_VERSION),
    meta('ajs-build-number', COMPATIBLE_BUILD),
    meta('ajs-keyboardshortcut-hash', 'oxbow'),
    meta('ajs-static-resource-url-prefix', '/s/oxbow/_'),
    meta('ajs-atl-token', token),
    meta('ajs-confluence-flavour', 'VANILLA'),
    meta('ajs-access-mode', accessModeStatusOf(ctx.app).mode),
    meta('ajs-render-mode', accessModeStatusOf(ctx.app).mode),
    meta('ajs-connection-timeout', '20000'),
    meta('ajs-remote-user', user?.username ?? ''),
    meta('ajs-remote-user-key', user?.userKey ?? ''),
    meta('ajs-current-user-fullname', user?.displayName ?? ''),
    meta('ajs-current-user-avatar-url', user?.avatarUrl ?? ''),
    meta('ajs-user-locale', javaLocale(ctx.locale)),
    meta('ajs-is-confluence-admin', String(ctx.viewer.isAdmin)),
    meta('ajs-use-keyboard-shortcuts', 'true'),
    meta('ajs-quick-search-enabled', String(ctx.app.settings.get(quickSearch))),
  ]
}

function icon(name: IconName, size = 20): Markup {
  return trusted(iconSvg(name, size))
}

function logo(site: string): Markup {
  return html`<a id="logo" class="ox-logo" href="/"><span class="ox-logo-mark" aria-hidden="true"></span><span class="ox-logo-text">${site}</span></a>`
}

function bareHeader(site: string): Markup {
  return html`<header id="header" class="ox-topbar"><div class="ox-topbar-start">${logo(site)}</div></header>`
}

function panelButton(id: string, label: string, face: Markup, content: Markup | '', side: 'start' | 'end' | 'here', className = 'ox-icon-button'): Markup {
  return html`<button type="button" id="${id}" class="${className}" aria-label="${label}" data-tooltip="${label}" aria-expanded="false" popovertarget="${id}-panel">${face}</button><div id="${id}-panel" class="ox-panel ox-panel-${side}" popover="auto">${content}</div>`
}

/** A text of the frame in the reader's language. */
type Text = (key: string, values?: Readonly<Record<string, string>>) => string

interface HeaderFacts extends Partial<PageData['can']> {
  text: Text
  request: FastifyRequest
  parts: DocumentParts
  /** The search box suggests. */
  quickNav: boolean
}

function header(site: string, user: PageData['user'], { createContent, request, parts, text, quickNav }: HeaderFacts): Markup {
  const from = parts.createFrom
  const createHref = (type: NewContentType) => from ? createPath(type, from.spaceKey, from.pageId) : `/pages/create${type}.action`
  return html`<header id="header" class="ox-topbar"><div class="ox-topbar-start">${
    parts.sidebar && html`<button type="button" class="ox-icon-button ox-drawer-button" aria-label="${text('Open sidebar')}" aria-controls="ox-sidebar" aria-expanded="false">${icon('menu')}</button>`}${
    panelButton('app-switcher', text('Linked Applications'), icon('apps'), html`<a class="ox-panel-item" href="/">${site}</a>`, 'start')}${logo(site)}<nav class="ox-topbar-nav" aria-label="${text('Site')}"><button type="button" id="space-menu-link" class="ox-topbar-link" aria-label="${text('Spaces')}" aria-expanded="false" popovertarget="space-menu-link-panel">${text('Spaces')}</button><div id="space-menu-link-panel" class="ox-panel ox-panel-here" popover="auto"><a id="space-directory-link" class="ox-panel-item" href="/spacedirectory/view.action">${text('All spaces')}</a></div></nav>${
    createContent && html`<a id="quick-create-page-button" class="ox-create" href="${createHref('page')}">${icon('plus', 16)}<span>${text('Create')}</span></a>${
      panelButton('create-page-button', text('More to create'), icon('chevron', 16), html`<a class="ox-panel-item" href="${createHref('page')}">${text('Page')}</a><a class="ox-panel-item" href="${createHref('blogpost')}">${text('Blog post')}</a>`, 'here', 'ox-create ox-create-more')}`}</div>
<div class="ox-topbar-center"><form id="quick-search" class="ox-search" action="/dosearchsite.action" method="get" role="search"><input type="hidden" name="spaceSearch" value="false"><span class="ox-search-icon">${icon('search', 16)}</span><input id="quick-search-query" class="ox-search-input" type="search" name="queryString" placeholder="${text('Search')}" aria-label="${text('Search')}" autocomplete="off" maxlength="255"><kbd class="ox-search-key" aria-hidden="true">/</kbd><button id="quick-search-submit" class="ox-visually-hidden" type="submit" tabindex="-1">${text('Search')}</button><input type="hidden" id="quickNavEnabled" value="${String(quickNav)}"></form></div>
<div class="ox-topbar-end">${
    panelButton('help-menu-link', text('Help'), icon('help'), '', 'end')}${user ? userMenu(user, text) : loginLink(request, text)}</div></header>`
}

function loginLink(request: FastifyRequest, text: Text): Markup {
  return html`<a id="login-link" class="ox-topbar-link" href="${loginPath(request.url)}">${text('Log in')}</a>`
}

function userMenu(user: NonNullable<PageData['user']>, text: Text): Markup {
  const face = html`<img class="ox-avatar" src="${user.avatarUrl}" alt="" width="28" height="28">`
  const items = html`<div class="ox-panel-head"><strong>${user.displayName}</strong><span>@${user.username}</span></div><a class="ox-panel-item" href="/display/~${encodeURIComponent(user.username)}">${text('Profile')}</a>${
    user.isAdmin && html`<a id="administration-link" class="ox-panel-item" href="/admin">${text('Administration')}</a>`}<a id="logout-link" class="ox-panel-item" href="/logout.action">${text('Log Out')}</a>`
  return panelButton('user-menu-link', text('Your account: {{name}}', { name: user.displayName }), face, items, 'end', 'ox-user-button')
}
