import type { Html } from '../html/html.ts'
import { settle } from '../html/html.ts'
import { builtinMacros } from '../macros/builtin.ts'
import { createMacroRegistry } from '../macros/registry.ts'
import type { StorageDocument } from '../model.ts'
import { RenderPace } from './pace.ts'
import { Renderer } from './renderer.ts'
import { RenderSession } from './session.ts'
import type { RenderOptions, RenderResult } from './types.ts'

const builtins = createMacroRegistry(builtinMacros)

/**
 * Renders a document to HTML. Only what the allow-list names can come out: no script, no event handler, no URL of a
 * scheme that runs. References are looked up all at once before anything is written.
 *
 * It works in slices, between which others have their turns.
 *
 * @throws {HtmlTooLargeError} if the HTML grows beyond `options.maxLength`
 * @throws {RenderTimeoutError} if it works longer than one page may
 */
export async function render(doc: StorageDocument, options: RenderOptions): Promise<RenderResult> {
  const session = new RenderSession(options, options.macros ?? builtins)
  const renderer = await Renderer.prepare(doc, options.page, session)
  const html: Html = renderer.nodes(doc.children)
  const text = await settle(html, options.maxLength, new RenderPace(options.now)).finally(() => session.end())
  const outline = renderer.headings.map(({ level, text: words, id }) => ({ level, text: words, id }))
  return { html: text, dependencies: session.dependencies(), outline }
}
