import { createElement as h } from 'react'
import { powersOf, type Context } from '#platform/server/context.ts'
import { madeFrom, SITE_WIDE } from '#platform/server/database/index.ts'
import { findContent, levelsOf, type ContentRow } from '#features/content-core/server/read.ts'
import type { SidebarPart } from '#features/content/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { SidebarView } from '../contract.ts'
import { navigationKind, NavigationView } from '../view/NavigationView.tsx'
import { SideLinksView } from '../view/SideLinksView.tsx'
import { SpaceToolsView } from '../view/SpaceToolsView.tsx'
import { advancedLinks } from './advanced.ts'
import { blogTreeAt } from './blog-tree.ts'
import { childPagesOf } from './child-pages.ts'
import { mainLinks, quickLinks } from './links.ts'
import { customHtml, optionsOf } from './options.ts'

/** Parts that this feature adds to the sidebar that content draws. */
export const sidebarPart: SidebarPart = {
  name: 'sidebar',
  load: loadSidebar,
  links: (value, { reader, mayConfigure }) => h(SideLinksView, { view: value as SidebarView, reader, mayConfigure }),
  navigation(value, { reader, place, path }, pages) {
    const view = value as SidebarView
    return h(NavigationView, { view, kind: navigationKind(view, place, view.blog !== null), reader, path, pages })
  },
  foot: (_value, { reader }) => h(SpaceToolsView, { reader }),
}

/** Everything that the sidebar shows beside the tree. */
export async function loadSidebar(ctx: Context, space: Space, page: ContentRow | undefined): Promise<SidebarView> {
  // Every page of the space asks for the same. Shortcuts lead to published content, whose titles are site-wide.
  const known = <T>(what: string, load: () => Promise<T>) =>
    ctx.app.facts.get(`sidebar ${what} ${space.id}`, load, { sources: SITE_WIDE })
  const { customContent, ...options } = await known('options', () => optionsOf(ctx, space))
  const shownPage =
    options.navType === 'pages' && options.pageTreeState === 'show' ? await pageFor(ctx, space, page) : undefined
  const [main, quick, advanced, custom, childPages, blog] = await Promise.all([
    known(`links ${ctx.locale}`, () => mainLinks(ctx, space, false)),
    options.quickLinksState === 'show' ? known(`shortcuts ${powersOf(ctx.viewer)}`, () => quickLinks(ctx, space)) : [],
    advancedLinks(ctx, space),
    customHtml(ctx, space, customContent),
    shownPage ? madeFrom(levelsOf([shownPage]), () => childPagesOf(ctx, space, shownPage, 0)) : null,
    page?.type === 'blogpost' ? madeFrom([`titles ${space.id}`], () => blogTreeAt(ctx, space, page)) : null,
  ])
  return {
    ...options,
    mainLinks: main,
    quickLinks: quick,
    advancedLinks: advanced,
    customHtml: custom,
    childPages,
    blog,
  }
}

/** The page whose children show: the one that is read, or the space's home where none is. */
async function pageFor(ctx: Context, space: Space, page: ContentRow | undefined): Promise<ContentRow | undefined> {
  if (page) return page.type === 'page' && page.status === 'current' ? page : undefined
  return space.home_page_id === null ? undefined : currentContent(ctx, space.home_page_id)
}

async function currentContent(ctx: Context, id: number): Promise<ContentRow | undefined> {
  const row = await findContent(ctx, id)
  return row?.status === 'current' ? row : undefined
}
