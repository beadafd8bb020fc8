/** Reading: rows, versions, lists, trees, addresses and titles of contents, and what is in a text. */
export { documentOf, factsOf, limitDocuments } from './model/documents.ts'
export { macroKey } from './model/macros.ts'
export { pageEntry } from './model/page-entry.ts'
export { positionsOf } from './model/positions.ts'
export { contentPath, idOfTiny, tinyId, titleFromPath } from './model/urls.ts'
export { contentAt } from './service/at-address.ts'
export { forEveryText } from './service/every-text.ts'
export { formerlyAt, pathSinceRename } from './service/former-address.ts'
export {
  ancestorIds,
  ancestorsOfParents,
  changesOf,
  contentById,
  contentsById,
  findContent,
  findPage,
  findPageByTitle,
  levelsOf,
  sourcesOf,
  spaceKeys,
  storageOf,
  versionOf,
  type ContentRow,
  type ContentVersionRow,
} from './store.ts'
export { descendants, firstBelow, pagesBelow, type ChildType } from './store/below.ts'
export { isEmptyDraft, isInTexts } from './store/drafts.ts'
export {
  childrenOf,
  contentFilters,
  contentOfSpace,
  contentsAfter,
  countChildren,
  findPost,
  firstPage,
  listContents,
  trashedIn,
  trashOf,
  type ContentFilter,
} from './store/lists.ts'
export { currentTexts } from './store/texts.ts'
export { authorships, versionAuthors } from './store/version-authors.ts'
export { writtenVersion } from './store/written.ts'
export type { ContentType, RestrictionSubject } from './tables.ts'
export { meantTitleKey, titleKey } from './titles.ts'
