import {
  builtinMacros,
  createMacroRegistry,
  document,
  element,
  parse,
  render,
  text,
  type StorageNode,
} from '#language/index.ts'
import { LIMITS, Refusal } from './protocol.ts'

const NO_WIKI = { resolve: async () => new Map<string, never>() }
const NOWHERE = { id: '0', title: '', spaceKey: '', contentType: 'attachment' }
const macros = createMacroRegistry(builtinMacros)

/**
 * HTML of what a converter has read, by the renderer of pages: it writes an allow-list of elements and attributes and
 * escapes all else.
 * @throws Refusal when it is too large
 */
export async function safeHtml(nodes: readonly StorageNode[]): Promise<string> {
  try {
    const { html } = await render(document(nodes), { host: NO_WIKI, page: NOWHERE, macros, maxLength: LIMITS.result })
    return html
  } catch (error) {
    throw new Refusal('This file is too large to be shown', { cause: error })
  }
}

/** {@link safeHtml} of XHTML that a library has made. */
export async function safeHtmlOf(xhtml: string): Promise<string> {
  return safeHtml(parse(xhtml).children)
}

/** Control characters, which XML and pages cannot hold. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Source code as the code macro shows it, coloured by its language. */
export async function codeHtml(source: string, language: string): Promise<string> {
  const body = element('ac:plain-text-body', {}, [text(source.toWellFormed().replace(CONTROLS, ''))])
  const parameter = element('ac:parameter', { 'ac:name': 'language' }, [text(language)])
  return safeHtml([element('ac:structured-macro', { 'ac:name': 'code' }, [parameter, body])])
}
