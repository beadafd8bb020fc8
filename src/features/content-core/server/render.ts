/** Rendering texts, and what takes part in it. */
export { renderAllCurrent, renderCurrent, renderQueue } from './render/current.ts'
export { readableElsewhere } from './render/elsewhere.ts'
export { markdownOf, markdownOfAll, withEdits, withoutMarkdown, type MarkdownText } from './render/markdown.ts'
export { diagramOutlines, emojiPictures, type DiagramOutlines } from './extension-points.ts'
export { contextOf, referenceResolvers, spaceKeyOf, WikiHost, type ReferenceResolver } from './render/host.ts'
export { macrosOf, pageMacros, pageOf, renderPartsOfPages, renderStorage, renderWhole } from './render/render.ts'
export { isView, viewFor, VIEWS, type View } from './render/views.ts'
