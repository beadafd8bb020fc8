import { createElement as h, type ReactElement, Suspense } from 'react'
import { z } from 'zod'
import { COMPATIBLE_BUILD, COMPATIBLE_VERSION } from '../../compatibility.ts'
import { SIDEBAR_WIDTH_COOKIE, THEME_COOKIE, type PageData, type SeededQuery, type Theme } from '../../page-data.ts'
import { QuickSearchView } from '../../view/frame/QuickSearchView.tsx'
import {
  AccessModeView,
  DrawerButtonView,
  FooterView,
  ShellView,
  SidebarFrameView,
} from '../../view/frame/ShellView.tsx'
import { SIDEBAR_COLLAPSED, sidebarWidthIn } from '../../view/frame/sidebar-width.ts'
import { BareTopBarView, TopBarView } from '../../view/frame/TopBarView.tsx'
import type { Reader } from '../../view/reader.ts'
import type { Context } from '../context.ts'
import { extensionPoint } from '../extensions.ts'
import { javaLocale, languageTag } from '../language.ts'
import { version } from '../package.ts'
import { PROXY_SECTION, setting, WIKI_SECTION } from '../settings.ts'
import { accessModeStatusOf } from './access-mode.ts'
import { assetLinks, webAssets, type WebAssets } from './assets.ts'
import { html, jsonForScript, type Markup } from './markup.ts'
import { CachedView, readerOf, renderView } from './view.ts'

const MAX_SITE_TITLE = 100

export const siteTitle = setting(
  'site.title',
  z.string().trim().min(1, 'must not be empty').max(MAX_SITE_TITLE, 'must be {{maximum}} characters at most'),
  'Oxbow',
  {
    field: 'siteTitle',
    section: WIKI_SECTION,
    order: 10,
    label: 'Site title',
    help: 'Shown in the top bar and in the titles of all pages.',
    control: { kind: 'text', maximum: MAX_SITE_TITLE },
  },
)
/** Whether the box in the top bar suggests what to open; else it only leads to the search page. */
export const quickSearch = setting('site.quick-search', z.boolean(), true, {
  field: 'quickSearch',
  section: WIKI_SECTION,
  order: 30,
  label: 'Suggest pages during typing',
  help: 'Without it, the box in the top bar only leads to the search page.',
})

/** Whether users are managed outside of the wiki: visitors are not offered to log in above pages. */
export const externalUsers = setting('site.external-users', z.boolean(), false, {
  field: 'externalUsers',
  section: PROXY_SECTION,
  order: 20,
  label: 'Users are managed outside of the wiki',
  help: 'Above pages, visitors are not offered to log in.',
})

/** Data of features about the reader for the frame: their picture, and what they may create. */
export interface FrameFacts {
  user: PageData['user']
  can: Partial<PageData['can']>
}
export const frameFacts = extensionPoint<(ctx: Context) => Promise<Partial<FrameFacts>>>('platform.frame-facts')

/**
 * Entries of features in the top bar, before the help: HTML of those of the slot `header.end` that are `inDocument`.
 */
export const documentHeader =
  extensionPoint<(ctx: Context, reader: Reader) => Promise<Markup | undefined>>('platform.document-header')

/** Banners of features above the top bar: HTML of the slot `frame.top`. */
export const documentTop =
  extensionPoint<(ctx: Context, reader: Reader) => Promise<Markup | undefined>>('platform.document-top')

/** Addresses of style sheets that come after the wiki's own, e.g. with the colours that an administrator chose. */
export const documentStyles =
  extensionPoint<(ctx: Context, parts: DocumentParts) => Promise<string | undefined>>('platform.document-styles')

/** Metas that features put into every document. */
export const documentMetas =
  extensionPoint<(ctx: Context) => readonly Meta[] | Promise<readonly Meta[]>>('platform.document-metas')

/** Cookies that {@link renderDocument} reads; a cached call that answers with a document varies by them. */
export const DOCUMENT_COOKIES = [THEME_COOKIE, SIDEBAR_WIDTH_COOKIE] as const
type DocumentCookie = (typeof DOCUMENT_COOKIES)[number]

/** One `<meta name content>`; `id` is written before the name, as some callers expect. */
export interface Meta {
  name: string
  content: string
  id?: string
}

export interface DocumentParts {
  /** Title of the page, without the site's. */
  title: string
  /**
   * Content of `#main`: the view of a screen, which the browser hydrates. Absent where only the browser renders the
   * screen.
   */
  main?: ReactElement
  /** Content for readers without script where `main` is absent. */
  noscript?: ReactElement
  /** `main` is all that this address shows: no screen of the browser takes its place. */
  isWhole?: boolean
  /** Content of the sidebar, rendered from its view; absent for pages without one. */
  sidebar?: Markup
  /** `bare` for sign-in and set-up: the logo alone. */
  layout?: 'normal' | 'bare'
  metas?: readonly Meta[]
  /** Chunk of the screen (see vite.config.ts), which need not wait until the app has started. */
  chunk?: string
  /** `main` shows code: its font is needed at once. */
  hasCode?: boolean
  /** Further elements of the head, e.g. `<link rel="canonical">`. */
  head?: Markup
  queries?: readonly SeededQuery[]
  /** Space and page that the Create button starts from. */
  createFrom?: { spaceKey: string; pageId?: number; allowed: boolean }
}

/**
 * Parts of a request that a document depends on; a request of Fastify, or a cached call that varies by {@link
 * DOCUMENT_COOKIES}.
 */
export interface DocumentRequest {
  readonly url: string
  readonly cookies?: Readonly<Partial<Record<DocumentCookie, string | undefined>>>
}

/**
 * A complete HTML document: head metas of the old product, the frame, the main part, and the data with which the web
 * app hydrates it. Readable without script.
 */
export async function renderDocument(ctx: Context, request: DocumentRequest, parts: DocumentParts): Promise<string> {
  const { user, can: mayCreate } = await frameOf(ctx)
  const { settings } = ctx.app
  const site = {
    title: settings.get(siteTitle),
    version,
    buildNumber: COMPATIBLE_BUILD,
    hasExternalUsers: settings.get(externalUsers),
  }
  const styles = await Promise.all(ctx.app.extensions.all(documentStyles).map(style => style(ctx, parts)))
  const accessMode = accessModeStatusOf(ctx.app)
  const isOpen = accessMode.mode === 'READ_WRITE'
  const can = {
    createContent: isOpen && (parts.createFrom?.allowed ?? mayCreate.createContent),
    createSpace: isOpen && mayCreate.createSpace,
  }
  const data: PageData = {
    locale: languageTag(ctx.locale),
    site,
    user,
    can,
    accessMode,
    queries: [...(parts.queries ?? [])],
    main: parts.main === undefined ? 'nothing' : parts.isWhole ? 'document' : 'screen',
  }
  const reader = readerOf(ctx)
  const headerEnd = await Promise.all(ctx.app.extensions.all(documentHeader).map(part => part(ctx, reader)))
  const top = await Promise.all(ctx.app.extensions.all(documentTop).map(part => part(ctx, reader)))
  const { createFrom, sidebar, main } = parts
  const shell = ctx.app.own(cachedFrames).html(
    {
      layout: parts.layout ?? 'normal',
      site,
      user,
      mayCreate: can.createContent,
      createFrom: createFrom && { spaceKey: createFrom.spaceKey, hasPage: createFrom.pageId !== undefined },
      banner: accessMode.banner,
      suggests: settings.get(quickSearch),
      hasSidebar: sidebar !== undefined,
      sidebarWidth: sidebar && sidebarWidthIn(request.cookies?.[SIDEBAR_WIDTH_COOKIE]),
    },
    reader,
    {
      pageId: String(createFrom?.pageId ?? ''),
      // As `loginPath` writes it.
      signInTo: encodeURIComponent(request.url),
      top: html`${top}`,
      headerEnd: html`${headerEnd}`,
      sidebar: sidebar ?? '',
      // The router of the browser puts each screen into a separate boundary, and all of them into one.
      main: renderView(main ? h(Suspense, null, main) : h('noscript', null, parts.noscript)),
    },
  )
  const metas = await metasOf(ctx, user, parts)
  return html`<!doctype html>
<html lang="${data.locale}" dir="ltr" data-theme="${themeOf(request.cookies?.[THEME_COOKIE])}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title} - ${site.title}</title>
<meta id="react-aria-pressable-style">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${linksOf(
  ctx,
  styles.filter(href => href !== undefined),
  parts,
)}${metas}${parts.head}
</head>
<body id="com-atlassian-confluence" class="theme-default">
<div id="app">${shell}</div>
<script type="application/json" id="oxbow-data">${jsonForScript(data)}</script>
</body>
</html>
`.text
}

/** Properties of the frame; the rest of it differs from document to document. */
interface FrameProps {
  layout: 'normal' | 'bare'
  site: PageData['site']
  user: PageData['user']
  mayCreate: boolean
  createFrom: { spaceKey: string; hasPage: boolean } | undefined
  banner: string | null
  suggests: boolean
  hasSidebar: boolean
  /** Px. */
  sidebarWidth: number | undefined
}

const FRAME_HOLES = ['top', 'pageId', 'signInTo', 'headerEnd', 'sidebar', 'main'] as const
type FrameHole = (typeof FRAME_HOLES)[number]

const cachedFrames = () => new CachedView(frameView, FRAME_HOLES)

/** The frame with the screen in it; the browser's first render has the same elements (`shell/Shell.tsx`). */
function frameView(props: FrameProps, reader: Reader, holes: Readonly<Record<FrameHole, string>>): ReactElement {
  const { t } = reader
  const { site, user, createFrom } = props
  const isCollapsed = props.sidebarWidth === SIDEBAR_COLLAPSED
  const header =
    props.layout === 'bare'
      ? h(BareTopBarView, { siteTitle: site.title })
      : h(TopBarView, {
          reader,
          siteTitle: site.title,
          user,
          mayCreate: props.mayCreate,
          createFrom: createFrom && {
            spaceKey: createFrom.spaceKey,
            contentId: createFrom.hasPage ? holes.pageId : undefined,
          },
          here: holes.signInTo,
          search: h(QuickSearchView, { reader, suggests: props.suggests }),
          places: { drawerButton: props.hasSidebar && h(DrawerButtonView, { reader }), end: holes.headerEnd },
        })
  const shell = h(ShellView, {
    reader,
    layout: props.layout,
    top: holes.top,
    header,
    accessMode: h(AccessModeView, { banner: props.banner }),
    sidebar:
      props.hasSidebar && h(SidebarFrameView, { reader, label: t('Space'), isCollapsed, children: holes.sidebar }),
    sidebarWidth: props.sidebarWidth,
    isSidebarCollapsed: isCollapsed,
    main: holes.main,
    footer: h(FooterView, { reader, version: site.version }),
  })
  return h(Suspense, null, shell)
}

function linksOf(ctx: Context, styles: readonly string[], { hasCode = false, chunk }: DocumentParts): Markup {
  const assets = webAssets(ctx.app)
  const texts = `texts-${languageTag(ctx.locale).slice(0, 2)}`
  const preloads = [texts, chunk].map(name => assets.chunks.get(name ?? '')).filter(href => href !== undefined)
  return assetLinks(assets, { fonts: fontsOf(assets, hasCode), styles, preloads })
}

/** The faces that a document is sure to need. */
function fontsOf({ textFont, codeFont }: WebAssets, hasCode: boolean): string[] {
  return [textFont, hasCode ? codeFont : undefined].filter(href => href !== undefined)
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

/** The theme of a cookie. */
export function themeOf(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system'
}

/**
 * Metas are written as `<meta name="x" content="y">`, one a line, since extractors of older programs match just that.
 */
async function metasOf(ctx: Context, user: PageData['user'], parts: DocumentParts): Promise<Markup> {
  const added = await Promise.all(ctx.app.extensions.all(documentMetas).map(async metas => metas(ctx)))
  const lines = [...siteMetas(ctx, user), ...added.flat(), ...(parts.metas ?? [])].map(
    meta => html`<meta ${meta.id ? html`id="${meta.id}" ` : ''}name="${meta.name}" content="${meta.content}">\n`,
  )
  return html`${lines}`
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
    meta('ajs-current-user-avatar-uri-reference', user?.avatarUrl ?? ''),
    meta('ajs-user-locale', javaLocale(ctx.locale)),
    meta('ajs-is-confluence-admin', String(ctx.viewer.isAdmin)),
    meta('ajs-use-keyboard-shortcuts', 'true'),
    meta('ajs-quick-search-enabled', String(ctx.app.settings.get(quickSearch))),
  ]
}
