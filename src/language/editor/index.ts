/** Conversion between the page language and the editor's document, lossless both ways. Pure; no browser needed. */
export type { AttributeBag, EditorDocument, EditorMark, EditorNode, MarkDefinition, NodeDefinition } from './schema.ts'
export type { EditorMarkName, EditorNodeName } from './schema.ts'
export { editorMarks, editorNodes, markOrder, markTags } from './schema.ts'
export { toEditor } from './to-editor.ts'
export { fromEditor } from './from-editor.ts'
export type { BlockSuggestion, Suggestion, SuggestionKind } from './suggestions.ts'
export { blockSuggestionOf, isSuggestionMark, SUGGESTED } from './suggestions.ts'
export type { MacroField, MacroValue } from './macro-form.ts'
export {
  changeHeadValues,
  changeMacroValues,
  changePlainBody,
  headValue,
  macroValue,
  placedMacro,
} from './macro-form.ts'
export type { ImageChange, ImagePlacement, ImageView } from './images.ts'
export { changeImage, imagePlacements, imageSource, imageView } from './images.ts'
export type { OpaqueView, StatusColour } from './views.ts'
export {
  attachmentLinkHead,
  changeMacro,
  dateSource,
  dateView,
  addedEmojiOf,
  addedEmojiSource,
  emoticonCharacter,
  emoticonSource,
  emoticonView,
  macroParameter,
  macroSource,
  mentionSource,
  mentionView,
  opaqueView,
  pageLinkHead,
  setMacroParameter,
  statusColours,
  statusSource,
  statusView,
  wikiLinkView,
  wikiPageOf,
} from './views.ts'
export { changeColumns, columns as tableColumns, equalColumns, moveColumn } from './tables.ts'
export { safeStyle } from '../html/style.ts'
export { safeImage, safeLink } from '../html/url.ts'
export { isLight } from '../render/theme.ts'
