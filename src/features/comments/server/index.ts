export { commentsFeature } from './feature.ts'
export {
  commentAnchors,
  commentParts,
  commentWriters,
  type CommentPart,
  type CommentSelection,
  type CommentWriter,
} from './extension-points.ts'
export { isResolved, requireCommentRow, rootOf, setResolution } from './inline.ts'
export { importComment, type ImportedPlace } from './import.ts'
export { createComment, publishThreads, updateComment } from './service.ts'
export { anchorThread, commentCounts, commentOf, commentsById, commentsOn, threadIds } from './store.ts'
export type { CommentTable } from './tables.ts'
