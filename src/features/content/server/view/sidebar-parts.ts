import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Markup } from '#platform/server/http/markup.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { SpaceSidebarView } from '../../view-contract.ts'
import type { ContentRow } from '../store.ts'
import { spaceTree as pageTreeOf } from './tree.ts'

/** Screens beside which something else than the page tree stands. */
export type SidebarPlace = 'blogs' | 'settings'

export interface SidebarMarkup {
  /** Between the space's name and the tree. */
  links: Markup
  /** In the place of the tree. */
  navigation?: Markup | undefined
  /** At the foot. */
  tools: Markup
}

/**
 * What a feature shows in the sidebar of a space: data that comes along with the tree (so that the browser asks for nothing
 * again), and its markup for readers without script.
 */
export interface SidebarPart {
  readonly name: string
  load(ctx: Context, space: Space, page: ContentRow | undefined): Promise<unknown>
  markup(value: unknown, shown: SidebarShown): SidebarMarkup
}
export interface SidebarShown {
  view: SpaceSidebarView
  /** Whether the viewer may configure the sidebar now. */
  mayConfigure: boolean
  locale: string
  currentId: string | undefined
  place: SidebarPlace | undefined
  /** Path of the document. */
  path: string | undefined
}
export const sidebarParts = extensionPoint<SidebarPart>('content.sidebar-parts')

/** All that the sidebar of a space shows beside a page, or beside none. */
export async function spaceTree(ctx: Context, space: Space, page: ContentRow | undefined): Promise<SpaceSidebarView> {
  const all = ctx.app.extensions.all(sidebarParts)
  const [tree, ...values] = await Promise.all([pageTreeOf(ctx, space, page), ...all.map(part => part.load(ctx, space, page))])
  return {
    ...tree,
    isReadOnly: space.status === 'archived',
    parts: Object.fromEntries(all.map(({ name }, index) => [name, values[index]])),
  }
}
