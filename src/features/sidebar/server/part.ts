/** The sidebar's links and navigation as markup; the components of `web/` draw the same elements: change both. */
import { iconSvg } from '#platform/icons.ts'
import { powersOf, type Context } from '#platform/server/context.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import type { ContentRow, SidebarPart } from '#features/content/server/index.ts'
import { contentById, findContent } from '#features/content/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { ChildPages, PageTreeItem, SidebarLink, SidebarView } from '../contract.ts'
import { iconOfLink, sideIconSvg } from '../icons.ts'
import { say } from '../words.ts'
import { advancedLinks } from './advanced.ts'
import { blogTreeAt } from './blog-tree.ts'
import { childPagesOf } from './child-pages.ts'
import { mainLinks, quickLinks } from './links.ts'
import { customHtml, optionsOf } from './options.ts'

/** What this feature adds to the sidebar that content draws. */
export const sidebarPart: SidebarPart = {
  name: 'sidebar',
  load: loadSidebar,
  markup(value, { mayConfigure, locale, place, path }) {
    const view = value as SidebarView
    return {
      links: linksMarkup(view, mayConfigure, locale),
      navigation: navigationOf(view, locale, place, path),
      tools: toolsMarkup(locale),
    }
  },
}

/** Everything that the sidebar shows beside the tree. */
export async function loadSidebar(ctx: Context, space: Space, page: ContentRow | undefined): Promise<SidebarView> {
  // Every page of the space asks for the same.
  const known = <T>(what: string, load: () => Promise<T>) => ctx.app.facts.remember(`sidebar ${what} ${space.id}`, load)
  const { customContent, ...options } = await known('options', () => optionsOf(ctx, space))
  const shownPage = options.navType === 'pages' && options.pageTreeState === 'show' ? await pageFor(ctx, space, page) : undefined
  const [main, quick, advanced, custom, childPages, blog] = await Promise.all([
    known(`links ${ctx.locale}`, () => mainLinks(ctx, space, false)),
    options.quickLinksState === 'show' ? known(`shortcuts ${powersOf(ctx.viewer)}`, () => quickLinks(ctx, space)) : [],
    advancedLinks(ctx, space),
    customHtml(ctx, space, customContent),
    shownPage ? childPagesOf(ctx, space, shownPage, 0) : null,
    page?.type === 'blogpost' ? blogTreeAt(ctx, space, page) : null,
  ])
  return { ...options, mainLinks: main, quickLinks: quick, advancedLinks: advanced, customHtml: custom, childPages, blog }
}

/** The page whose children show: the one that is read, or the space's home where none is. */
async function pageFor(ctx: Context, space: Space, page: ContentRow | undefined): Promise<ContentRow | undefined> {
  if (page) return page.type === 'page' && page.status === 'current' ? page : undefined
  const home = space.home_page_id === null ? undefined : await contentById(ctx.app.database.read, space.home_page_id)
  return home?.status === 'current' ? findContent(ctx, home.id) : undefined
}

function linksMarkup(view: SidebarView, configures: boolean, locale: string): Markup {
  const shortcuts = view.quickLinks.toReversed()
  return html`<div class="ox-side">${
    view.mainLinks.length > 0 && list(view.mainLinks, 'ox-side-links')}${
    view.quickLinksState === 'show' && (shortcuts.length > 0 || configures) && html`<section class="ox-side-section"><h2 class="ox-side-heading">${say(locale, 'Space shortcuts')}</h2>${
      shortcuts.length > 0 ? list(shortcuts, 'ox-side-links') : html`<p class="ox-side-tip">${say(locale, SHORTCUT_TIP)} <button type="button" class="ox-side-action">${say(locale, 'Configure sidebar')}</button></p>`}</section>`}${
    view.customHtml !== '' && html`<div class="ox-side-custom ox-article wiki-content">${trusted(view.customHtml)}</div>`}</div>`
}

/** What who may configure the sidebar reads where there are no shortcuts. */
const SHORTCUT_TIP = 'Add links here to the pages that your team opens most.'

function list(links: readonly SidebarLink[], className: string): Markup {
  return html`<ul class="${className}">${links.map(link => html`<li><a class="ox-side-link" href="${link.url}" data-style="${link.styleClass}">${
    trusted(sideIconSvg(iconOfLink(link.styleClass)))}<span>${link.title}</span></a></li>`)}</ul>`
}

function navigationOf(view: SidebarView, locale: string, place: string | undefined, path: string | undefined): Markup | undefined {
  if (place === 'settings') return settingsMarkup(view.advancedLinks, locale, path)
  if (view.blog) return blogMarkup(view.blog, locale)
  if (view.pageTreeState === 'hide') return html`<div class="ox-space-tree"></div>`
  return view.navType === 'pages' ? html`${view.childPages && childPagesMarkup(view.childPages, locale)}` : undefined
}

function settingsMarkup(links: readonly SidebarLink[], locale: string, path: string | undefined): Markup {
  return html`<div class="ox-tree-head"><span>${say(locale, 'Space settings')}</span></div><nav class="ox-space-tree ox-side-nav" aria-label="${say(locale, 'Space settings')}"><ul>${
    links.map(link => html`<li><a href="${link.url}"${link.url.split('?', 1)[0] === path ? html` aria-current="page"` : ''}><span>${link.title}</span></a></li>`)}</ul></nav>`
}

function childPagesMarkup(pages: ChildPages, locale: string): Markup {
  return html`<div class="ox-tree-head"><span>${say(locale, 'Child pages')}</span></div><nav class="ox-space-tree ox-side-nav" aria-label="${say(locale, 'Child pages')}"><ul>${
    pages.parentPage && html`<li><a class="ox-side-up" href="${pages.parentPage.url}">${trusted(iconSvg('chevron', 16))}<span>${pages.parentPage.title}</span></a></li>`}<li><a href="${pages.currentPage.url}" aria-current="page"><span>${pages.currentPage.title}</span></a></li>${
    pages.initialChildPages.map(page => html`<li data-depth="1"><a href="${page.url}"><span>${page.title}</span></a></li>`)}</ul></nav>`
}

/** Years, months and posts: the same rows as those of the page tree. */
export function blogMarkup(items: readonly PageTreeItem[], locale: string): Markup {
  const level = (nodes: readonly PageTreeItem[], depth: number): Markup => html`<ul class="ox-tree-static">${nodes.map(item => {
    const state = item.hasChildren ? (item.children.length > 0 ? 'open' : 'closed') : 'leaf'
    const face = html`<span class="ox-tree-chevron" data-state="${state}" aria-hidden="true">${
      state === 'leaf' ? html`<i></i>` : trusted(iconSvg('chevron', 16))}</span><span class="ox-tree-label">${item.title}</span>`
    const row = item.url === '' ? html`<span class="ox-tree-row" style="--depth:${depth}">${face}</span>`
      : html`<a class="ox-tree-row" style="--depth:${depth}" href="${item.url}"${item.active ? html` aria-current="page"` : ''}>${face}</a>`
    return html`<li>${row}${item.children.length > 0 && level(item.children, depth + 1)}</li>`
  })}</ul>`
  return html`<div class="ox-tree-head"><span>${say(locale, 'Blog')}</span></div><nav class="ox-space-tree" aria-label="${say(locale, 'Blog')}">${level(items, 0)}</nav>`
}

function toolsMarkup(locale: string): Markup {
  return html`<div class="ox-space-tools"><button type="button" class="ox-side-link" id="space-tools-menu-trigger">${trusted(sideIconSvg('settings'))}<span>${say(locale, 'Space tools')}</span></button></div>`
}
