import type { SpaceSlotContext } from '#features/content/web/index.ts'
import type { SidebarView } from '../contract.ts'

/** Sidebar data beside the tree; undefined when the server lacks the feature. */
export function sidebarViewOf({ facts }: Pick<SpaceSlotContext, 'facts'>): SidebarView | undefined {
  return facts.parts['sidebar'] as SidebarView | undefined
}
