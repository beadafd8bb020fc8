export { contentFeature } from './feature.ts'
export {
  contentCreators,
  contentExpansions,
  contentFacets,
  contentUpdaters,
  contentWriters,
  pageVisits,
  type ContentExpansion,
  type ContentFacet,
  type ContentUpdater,
  type ContentWriter,
  type StoredText,
  type CopyOptions,
} from './extension-points.ts'
export { rewriteText, rewriteWithin, storeLinks } from './model/links.ts'
export { macroKey, storeMacros } from './model/macros.ts'
export { readBody, type BodyInput } from './model/body.ts'
export type { ReadBody } from './model/read-source.ts'
export { documentOf, factsOf } from './model/documents.ts'
export { refreshGuards } from './model/guards.ts'
export { allowedTitle, meantTitleKey, titleKey } from './titles.ts'
export { pageEntry } from './model/page-entry.ts'
export type { TargetSpace } from './model/target.ts'
export { contentPath, idOfTiny, tinyId } from './model/urls.ts'
export {
  authorise,
  permissionsOn,
  permissionsOnAll,
  requireContent,
  requireContentFor,
  type ContentPermissions,
} from './policies.ts'
export { contextOf, referenceResolvers, spaceKeyOf, WikiHost, type ReferenceResolver } from './render/host.ts'
export { renderAllCurrent, renderCurrent, renderQueue } from './render/current.ts'
export { readableElsewhere } from './render/elsewhere.ts'
export { macrosOf, pageMacros, renderPartsOfPages, renderStorage } from './render/render.ts'
export { contentAt } from './service/at-address.ts'
export { formerlyAt } from './service/former-address.ts'
export { createPage, type CreatePage } from './service/create.ts'
export { importContent, importPage, type ImportContent, type ImportedPage } from './service/import.ts'
export { copyPage, type CopyPage } from './service/copy.ts'
export { dropDraft, readDraft, writeDraft } from './service/drafts.ts'
export { dropEmptyDraft, removeEmptyDrafts } from './service/empty-drafts.ts'
export { purgeContent, removeForGood, trashContent, trashHierarchy } from './service/lifecycle.ts'
export { restoreContent } from './service/restore.ts'
export { changeText, movePage, updatePage, type UpdatePage } from './service/update.ts'
export {
  ancestorIds,
  ancestorsOfParents,
  contentById,
  contentsById,
  findContent,
  findPage,
  findPageByTitle,
  lockContent,
  storageOf,
  versionOf,
  type ContentRow,
  type ContentVersionRow,
} from './store.ts'
export { forEveryText } from './service/every-text.ts'
export { pagesBelow } from './store/below.ts'
export { childrenOf, contentFilters, contentOfSpace, countChildren, type ContentFilter } from './store/lists.ts'
export { lastChanged } from './store/recent.ts'
export { currentTexts } from './store/texts.ts'
export type { ContentStatus, ContentType, RestrictionSubject } from './tables.ts'
export { holderPresent, unguarded, visible, withContainer, withoutContainer } from './store/visibility.ts'
export {
  addRestrictions,
  addVersion,
  changeFile,
  deleteVersion,
  dropRendersLinkingTo,
  dropRendersUsing,
  insertContent,
  publishFiles,
  refuseStale,
  removeRestrictions,
} from './write.ts'
export { reserveIds } from './write/imported.ts'
export { INNER_LIMIT } from './wire/expansions.ts'
export { windowFor } from './wire/window.ts'
export { contentWire, singleLinks, singleWire, wireId, type ContentWire, type Wire } from './wire/wire.ts'
export { spaceSidebar } from './view/space-sidebar.ts'
export { sortedTreeNodes, treeNodesBelow } from './view/tree.ts'
export type { NodeOrder } from './store/tree.ts'
export { sidebarParts, spaceTree, type SidebarPart, type SidebarShown } from './view/sidebar-parts.ts'
export { ONE, type PageCountOf } from './store/page-counts.ts'
export { loadPageView, pageParts, personView, type PagePart } from './view/page-view.ts'
export { draftsOf, recentChanges } from './view/recent.ts'
export { bodyOf, contentIdIn, parentOf } from './routes/input.ts'
export { changedTokens } from './versions/compare.ts'
export { comparisonOf } from './versions/routes.ts'
export { versionHeads } from './store/versions.ts'
export { PAGE_WIDTH_COOKIE } from '../page-links.ts'
