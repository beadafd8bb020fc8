import type { ReactNode } from 'react'
import type { Context } from '#platform/server/context.ts'
import { readExtension } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Reader } from '#platform/view/reader.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { SpaceSidebarView } from '../../view-contract.ts'
import { spaceTree as pageTreeOf } from './tree.ts'

/** Screens with something else than the page tree in the sidebar. */
export type SidebarPlace = 'blogs' | 'settings'

/**
 * A feature's part of the sidebar of a space: data that comes along with the tree (so that the browser asks for nothing
 * again), and the views of its entries of the slots `space.links`, `space.navigation` and `space.foot`. Their HTML is
 * cached by that data and by what {@link SidebarShown} says.
 */
export interface SidebarPart {
  readonly name: string
  load(ctx: Context, space: Space, page: ContentRow | undefined): Promise<unknown>
  /** Between the space's name and its pages. */
  links?(value: unknown, shown: SidebarShown): ReactNode
  /** Decides what is in the place of the pages. */
  navigation?(value: unknown, shown: SidebarShown, pages: ReactNode): ReactNode
  /** At the foot. */
  foot?(value: unknown, shown: SidebarShown): ReactNode
}

export interface SidebarShown {
  reader: Reader
  /** Whether the viewer may configure the sidebar now. */
  mayConfigure: boolean
  place: SidebarPlace | undefined
  /** Path of the document. */
  path: string | undefined
}
export const sidebarParts = extensionPoint<SidebarPart>('content.sidebar-parts')

/** All that the sidebar of a space shows beside a page, or beside none. */
export async function spaceTree(ctx: Context, space: Space, page: ContentRow | undefined): Promise<SpaceSidebarView> {
  const all = ctx.app.extensions.all(sidebarParts)
  const [tree, ...values] = await Promise.all([
    pageTreeOf(ctx, space, page),
    ...all.map(part => readExtension(undefined, () => part.load(ctx, space, page))),
  ])
  return {
    ...tree,
    isReadOnly: space.status === 'archived',
    parts: Object.fromEntries(all.map(({ name }, index) => [name, values[index]])),
  }
}
