/**
 * The page language: storage format parsed, validated, serialised, searched, edited and rendered. Pure; it reaches the
 * wiki through `RenderHost` alone.
 */
export type { Attributes, CommentNode, ElementNode, StorageDocument, StorageNode, TextNode } from './model.ts'
export { attributes, child, childElements, document, element, mapElements, text, textContent } from './model.ts'
export { walk, walkElements } from './model.ts'
export type { Limits } from './parse.ts'
export { defaultLimits, parse, StorageSyntaxError } from './parse.ts'
export { serialise, serialiseNodes } from './serialise.ts'
export { equivalent } from './equivalent.ts'
export type { MacroInvocation } from './views.ts'
export { identifier, isMacro, linkBody, macroOf } from './views.ts'
export type {
  AttachmentReference,
  BlogPostReference,
  Container,
  ContentEntityReference,
  PageReference,
  Reference,
  ReferenceChange,
  ShortcutReference,
  SpaceReference,
  TextPlace,
  UrlReference,
  UserReference,
} from './references.ts'
export {
  absoluteReference,
  isPageParameter,
  moveReferences,
  pageByText,
  referenceKey,
  referenceOf,
} from './references.ts'
export { references, rewriteReferences } from './references.ts'
export { nodesToText, toText } from './text.ts'
export { textDirection } from './direction.ts'
export type { Readable, SelectedText, TextRange } from './readable.ts'
export { findText, readable } from './readable.ts'
export { carryMarkers, insertAfter, mark, markedRanges, markerRefs, markerRefsIn, unmark } from './markers.ts'
export type { Heading } from './outline.ts'
export { anchorId, outline } from './outline.ts'
export type { Task, TaskStatus } from './tasks.ts'
export { ensureTaskIds, setTaskStatus, tasks } from './tasks.ts'
export { ensureMacroIds, findMacro, macros } from './macros.ts'
export type { DocumentFacts, MacroFact, TaskFact } from './facts.ts'
export { documentFacts } from './facts.ts'
export type { HtmlAttributes, HtmlChild, HtmlData } from './html/html.ts'
export { fragment, h, Html, HtmlTooLargeError, RenderLimitError, settle, text as htmlText } from './html/html.ts'
export { htmlFromData } from './html/html.ts'
export type { Parameter, ParameterSchema, ValuesOf } from './macros/parameters.ts'
export type { Macro, MacroDeclaration, MacroDefinition, MacroRegistry, MacroRenderer } from './macros/registry.ts'
export { findExcerpt, namedExcerptsIn, type ExcerptKind } from './macros/excerpts.ts'
export { createMacroRegistry, defineMacro, isBox, macroCategories } from './macros/registry.ts'
export type { TableColumn } from './macros/table.ts'
export { tableOf, wrappedTable } from './macros/table.ts'
export { builtinMacros } from './macros/builtin.ts'
export type * from './render/types.ts'
export { RenderBudget } from './render/budget.ts'
export { render, renderParts, renderToData } from './render/render.ts'
export { embeddedFileData } from './render/links.ts'
export { identity } from './render/session.ts'
export { wikiMarkupToStorage } from './wiki/wiki.ts'
