/**
 * Pages as Markdown (GFM), and changes of Markdown written back into storage format. Apart from `#language/index.ts`
 * because of its parser, which browsers load only to paste.
 */
export { readPage, type MarkdownPage } from './blocks.ts'
export { editBlocks, markdownOf, markdownToStorage, rewritePage, type BlockEdit } from './edit.ts'
export type { DiagramOutline, MarkdownBlock, MarkdownPlace } from './page.ts'
export { MarkdownError } from './to-storage.ts'
