import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Context } from '#platform/server/context.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { OldTreeFieldsView, PagesView, PageTreeView, SpaceSidebarView } from '../../view/SpaceSidebarView.tsx'
import type { SpaceSidebarView as SidebarData } from '../../view-contract.ts'
import { sidebarParts, type SidebarPlace } from './sidebar-parts.ts'

interface Shown {
  /** The page that is read. */
  currentId?: string | undefined
  place?: SidebarPlace
  /** Path of the document. */
  path?: string
}

/** The sidebar of a space as the server sends it; in the browser `SpaceSidebar` puts the same views together. */
export function spaceSidebar(ctx: Context, tree: SidebarData, { currentId, place, path }: Shown = {}): ReactElement {
  const { space, canCreate, canAdminister } = tree
  const reader = readerOf(ctx)
  const shown = {
    reader,
    spaceKey: space.key,
    mayConfigure: canAdminister && !isReadOnly(ctx.app),
    currentId,
    place,
    path,
  }
  const parts = ctx.app.extensions.all(sidebarParts)
  const fill = (render: (part: (typeof parts)[number], value: unknown) => ReactNode) =>
    parts.map(part => h(Fragment, { key: part.name }, render(part, tree.parts[part.name])))
  const pages = h(PagesView, {
    reader,
    spaceKey: space.key,
    canCreate,
    currentId,
    children: h(PageTreeView, { tree, currentId, reader }),
  })
  const navigating = parts.filter(part => part.navigation !== undefined)
  return h(SpaceSidebarView, {
    space,
    canAdminister,
    links: fill((part, value) => part.links?.(value, shown)),
    navigation: navigating.length > 0 ? fill((part, value) => part.navigation?.(value, shown, pages)) : pages,
    foot: fill((part, value) => part.foot?.(value, shown)),
    children: h(OldTreeFieldsView, { tree, currentId }),
  })
}
