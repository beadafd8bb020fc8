import type { SpaceSlotContext } from '#features/content/web/index.ts'
import type { SidebarView } from '../contract.ts'

/** What the server says of the sidebar beside the tree; undefined where the feature is not on the server. */
export function viewOf({ facts }: Pick<SpaceSlotContext, 'facts'>): SidebarView | undefined {
  return facts.parts['sidebar'] as SidebarView | undefined
}
