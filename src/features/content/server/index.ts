export { contentFeature } from './feature.ts'
export {
  contentCreators,
  contentExpansions,
  contentFacets,
  contentUpdaters,
  pageVisits,
  type ContentExpansion,
  type ContentFacet,
  type ContentUpdater,
} from './extension-points.ts'
export { lastChanged } from './store/recent.ts'
export { INNER_LIMIT } from './wire/expansions.ts'
export { windowFor } from './wire/window.ts'
export { contentWire, singleLinks, singleWire, wireId, type ContentWire, type Wire } from './wire/wire.ts'
export { spaceFrame, spaceSidebar } from './view/space-sidebar.ts'
export { sortedTreeNodes, treeNodesBelow } from './view/tree.ts'
export type { NodeOrder } from './store/tree.ts'
export { sidebarParts, spaceTree, type SidebarPart, type SidebarShown } from './view/sidebar-parts.ts'
export { ONE, type PageCountOf } from './store/page-counts.ts'
export { loadPageView, pageParts, personView, type PagePart } from './view/page-view.ts'
export { draftsOf, recentChanges } from './view/recent.ts'
export { bodyOf, contentIdIn, parentOf } from './routes/input.ts'
export { changedTokens, compareTask } from './versions/compare.ts'
export { headViews } from './versions/heads.ts'
export { comparisonOf } from './versions/routes.ts'
export { versionHeads } from './store/versions.ts'
export { PAGE_WIDTH_COOKIE } from '../page-links.ts'
