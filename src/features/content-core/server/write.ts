/**
 * Changing contents: the operations of users (create, update, copy, delete …), those inside the caller's
 * transaction, and what takes part in them.
 */
export {
  contentWriters,
  draftSources,
  type ContentWriter,
  type DraftSource,
  type StoredText,
} from './extension-points.ts'
export { notWritable, readBody, type BodyInput } from './model/body.ts'
export { refreshGuards } from './model/guards.ts'
export { rewriteText, rewriteWithin, storeLinks } from './model/links.ts'
export { storeMacros } from './model/macros.ts'
export type { ReadBody } from './model/read-source.ts'
export type { TargetSpace } from './model/target.ts'
export type { Placement } from './model/tree.ts'
export { copyPage } from './service/copy.ts'
export { createPage, dayOf } from './service/create.ts'
export { dropDraft, readDraft, readStoredDraft, writeDraft } from './service/drafts.ts'
export { dropEmptyDraft, removeEmptyDrafts } from './service/empty-drafts.ts'
export { importContent, importPage, importVersions, type ImportContent, type ImportedPage } from './service/import.ts'
export { purgeContent, removeForGood, trashContent, trashHierarchy } from './service/lifecycle.ts'
export { removeVersion } from './service/remove-version.ts'
export { restoreContent, restoreObstacles } from './service/restore.ts'
export { changeText, movePage, updatePage } from './service/update.ts'
export { lockContent } from './store.ts'
export { allowedTitle } from './titles.ts'
export {
  addRestrictions,
  addVersion,
  changeFile,
  deleteVersion,
  dropEdit,
  insertContent,
  insertVersionAuthors,
  keepEdit,
  overwriteDraft,
  publishComments,
  publishFiles,
  refuseStale,
  removeRestrictions,
} from './writer.ts'
export { dropRendersLinkingTo, dropRendersUsing } from './writer/renders.ts'
export { reserveIds } from './writer/imported.ts'
