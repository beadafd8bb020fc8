export { attachmentsFeature } from './feature.ts'
export { fileAnswer, type ServedFile } from './download/answer.ts'
export { attachFiles, attachFilesIn, dropRendersShowingFilesOf } from './service/attach.ts'
export { requireTarget } from './service/find.ts'
export { fileFollowers, relocateFile, type FileRelocation } from './service/relocate.ts'
export { lateFiles, type AskedFile, type FileBytes } from './download/late-files.ts'
export { thumbnailsOf } from './download/thumbnails.ts'
export type { Thumbnail } from './blobs-store.ts'
export { isPicture, niceType } from './model/media-types.ts'
export { maxAttachmentSize } from './settings.ts'
export {
  attachmentByName,
  attachmentsOf,
  currentFiles,
  fileVersion,
  type AttachmentRow,
  type AttachmentVersionRow,
} from './store.ts'
export { importFile, importFileVersions, type ImportedFile, type ImportedFileVersion } from './service/import.ts'
export { allowedFileName } from './model/file-names.ts'
export { MAX_COMMENT_LENGTH, newFile, type NewFile } from './upload/new-files.ts'
export { fileViewers, type FileViewer } from './screen/file-viewers.ts'
export { unresolvedComments, type UnresolvedCounter } from './wire/references.ts'
export { downloadPath, thumbnailPath } from './model/paths.ts'
export { hasThumbnail } from './model/pictures.ts'
export { sizeText } from '../sizes.ts'
