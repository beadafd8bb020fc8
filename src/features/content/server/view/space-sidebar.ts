import { createElement as h, Fragment, type ReactNode } from 'react'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { trusted, type Markup } from '#platform/server/http/markup.ts'
import { CachedView, readerOf, renderView } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import {
  OldTreeFieldsView,
  PageListView,
  PageRowView,
  PagesView,
  pageTreeOf,
  SpaceSidebarView,
  type PageRow,
} from '../../view/SpaceSidebarView.tsx'
import { openTree, type PageTree, type SpaceSidebarView as SidebarData } from '../../view-contract.ts'
import { sidebarParts, type SidebarPart, type SidebarPlace } from './sidebar-parts.ts'

const NOTHING = trusted('')

interface Shown {
  /** The page that is read. */
  currentId?: string | undefined
  place?: SidebarPlace
  /** Path of the document. */
  path?: string
}

interface SidebarProps extends Pick<SidebarData, 'space' | 'canCreate' | 'canAdminister' | 'parts'> {
  mayConfigure: boolean
  hasPage: boolean
  place: SidebarPlace | undefined
  path: string | undefined
}

const SIDEBAR_HOLES = ['currentId', 'tree', 'oldFields'] as const

const cachedRows = () =>
  new CachedView((row: PageRow, reader, { below }) => h(PageRowView, { ...row, reader, children: below }), ['below'])
const cachedLists = () =>
  new CachedView((_: null, _reader, { items }) => h(PageListView, { children: items }), ['items'])

const cachedSidebars = (app: App) =>
  new CachedView((props: SidebarProps, reader, holes: Readonly<Record<(typeof SIDEBAR_HOLES)[number], string>>) => {
    const { space, canCreate, canAdminister } = props
    const shown = { reader, mayConfigure: props.mayConfigure, place: props.place, path: props.path }
    const parts = app.extensions.all(sidebarParts)
    const fill = (render: (part: SidebarPart, value: unknown) => ReactNode) =>
      parts.map(part => h(Fragment, { key: part.name }, render(part, props.parts[part.name])))
    const pages = h(PagesView, {
      reader,
      spaceKey: space.key,
      canCreate,
      currentId: props.hasPage ? holes.currentId : undefined,
      children: holes.tree,
    })
    return h(SpaceSidebarView, {
      space,
      canAdminister,
      links: fill((part, value) => part.links?.(value, shown)),
      navigation: parts.some(part => part.navigation)
        ? fill((part, value) => part.navigation?.(value, shown, pages))
        : pages,
      foot: fill((part, value) => part.foot?.(value, shown)),
      children: holes.oldFields,
    })
  }, SIDEBAR_HOLES)

/** The sidebar of a space as the server sends it; in the browser `SpaceSidebar` puts the same views together. */
export function spaceSidebar(ctx: Context, tree: SidebarData, { currentId, place, path }: Shown = {}): Markup {
  const { space, canCreate, canAdminister, parts } = tree
  const reader = readerOf(ctx)
  const hasPage = currentId !== undefined
  const mayConfigure = canAdminister && !isReadOnly(ctx.app)
  return ctx.app
    .own(cachedSidebars)
    .html({ space, canCreate, canAdminister, parts, mayConfigure, hasPage, place, path }, reader, {
      currentId: currentId ?? '',
      tree: treeHtml(ctx.app, tree, currentId, reader),
      oldFields: renderView(h(OldTreeFieldsView, { tree, currentId })),
    })
}

/** Parts of the document of a screen in a space: its sidebar, and the tree for the browser, which shows the same. */
export function spaceFrame(ctx: Context, tree: SidebarData, shown?: Shown) {
  const seed: SeededQuery = { key: endpointKey(openTree, { params: { key: tree.space.key } }), data: tree }
  return { sidebar: spaceSidebar(ctx, tree, shown), queries: [seed] }
}

/** `PageTreeView` as HTML, of rows that are cached one by one. */
function treeHtml(app: App, tree: PageTree, currentId: string | undefined, reader: Reader): Markup {
  const rows = app.own(cachedRows)
  const lists = app.own(cachedLists)
  return (
    pageTreeOf<Markup, Markup>(tree, currentId, {
      item: (row, _id, below = NOTHING) => rows.html(row, reader, { below }),
      list: items => lists.html(null, reader, { items: trusted(items.map(({ text }) => text).join('')) }),
    }) ?? NOTHING
  )
}
