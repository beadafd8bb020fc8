import type { Html, HtmlData } from '../html/html.ts'
import { htmlToData, settle } from '../html/html.ts'
import { builtinMacros } from '../macros/builtin.ts'
import { createMacroRegistry } from '../macros/registry.ts'
import type { StorageDocument, StorageNode } from '../model.ts'
import { RenderPace } from './pace.ts'
import { Renderer } from './renderer.ts'
import { RenderSession } from './session.ts'
import type { RenderOptions, RenderResult } from './types.ts'

const builtins = createMacroRegistry(builtinMacros)

/**
 * Renders a document to HTML by an allow-list: no script, no event handler, no URL of an executable scheme. References
 * are resolved all at once before anything is written; the work is sliced, and yields between slices.
 *
 * @throws {HtmlTooLargeError} if the HTML exceeds `options.maxLength`
 * @throws {RenderTimeoutError} if it takes too long
 */
export async function render(doc: StorageDocument, options: RenderOptions): Promise<RenderResult> {
  const session = new RenderSession(options, options.macros ?? builtins)
  const renderer = await Renderer.prepare(doc, options.page, session)
  const html: Html = renderer.nodes(doc.children)
  const text = await settle(html, options.maxLength, new RenderPace(options.now)).finally(() => session.end())
  const outline = renderer.headings.map(({ level, text: words, id }) => ({ level, text: words, id }))
  return { html: text, dependencies: session.dependencies(), outline }
}

/** Renders nodes of a document that another thread renders, such as a macro that only this one knows. */
export async function renderToData(
  nodes: readonly StorageNode[],
  options: RenderOptions,
): Promise<Pick<RenderResult, 'dependencies'> & { readonly html: HtmlData }> {
  const session = new RenderSession(options, options.macros ?? builtins)
  const renderer = await Renderer.prepare({ type: 'document', children: nodes }, options.page, session)
  const html = await htmlToData(renderer.nodes(nodes)).finally(() => session.end())
  return { html, dependencies: session.dependencies() }
}

/**
 * Renders parts of texts that are shown together, such as the tasks of several pages: their references are resolved in
 * one call. The parts are read in the context of `options.page`; what they refer to relative to another page must be
 * made absolute beforehand. Each is settled by the caller, alone or inside the output of a macro.
 */
export async function renderParts(
  parts: readonly (readonly StorageNode[])[],
  options: RenderOptions,
): Promise<readonly Html[]> {
  const session = new RenderSession(options, options.macros ?? builtins)
  const renderer = await Renderer.prepare({ type: 'document', children: parts.flat() }, options.page, session)
  return parts.map(nodes => renderer.nodes(nodes))
}
