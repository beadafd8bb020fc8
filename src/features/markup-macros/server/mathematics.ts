import { anchorId, defineMacro, h, type Html, type Macro, type MacroCall, type RenderContext } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { sourceNotice } from './notice.ts'

const ENCODED = '--uriencoded--'

const mathInline = defineMacro({
  name: 'mathinline',
  aliases: ['eazy-math-inline'],
  title: 'Formula in the line',
  description: 'A formula within a line of text, written in TeX.',
  category: 'formatting',
  insert: { keywords: 'formula math mathematics latex tex equation inline' },
  body: 'none',
  output: 'inline',
  parameters: { body: { type: 'text', label: 'Formula', help: 'In TeX.', required: true, aliases: [''] } },
  render: (call, context) => formula(call, context, decoded(call.parameters.body ?? call.plain)),
})

const mathBlock = defineMacro({
  name: 'mathblock',
  aliases: ['eazy-math-block'],
  title: 'Formula',
  description: 'A formula with a line for itself, written in TeX.',
  category: 'formatting',
  insert: { keywords: 'formula math mathematics latex tex equation block', opensForm: true },
  body: 'plain',
  output: 'block',
  parameters: {
    anchor: { type: 'text', label: 'Anchor', help: 'A name that links can lead to.', maxLength: 500 },
    alignment: {
      type: 'enum',
      label: 'Alignment',
      aliases: ['align'],
      values: ['left', 'center', 'right'],
      default: 'center',
    },
    body: { type: 'text', label: 'Formula in place of the text' },
  },
  async render(call, context) {
    const { anchor, alignment, body } = call.parameters
    const tex = call.plain.trim() === '' ? decoded(body ?? '') : call.plain
    const name = anchor?.trim()
    return h(
      'div',
      {
        class: 'math-block',
        style: `text-align: ${alignment}`,
        id: name ? anchorId(context.page.title, name) : undefined,
      },
      await formula(call, context, tex),
    )
  },
})

const mathReference = defineMacro({
  name: 'mathblock-ref',
  title: 'Link to a formula',
  description: 'A link to a formula of the page that has an anchor.',
  category: 'formatting',
  body: 'none',
  output: 'inline',
  parameters: { anchor: { type: 'text', label: 'Anchor', required: true, aliases: [''], maxLength: 500 } },
  render(call, context) {
    const name = call.parameters.anchor?.trim()
    return call.root('span', {}, name && h('a', { href: `#${anchorId(context.page.title, name)}` }, `(${name})`))
  },
})

/** Editors of the old product store formulas with signs of their own parameters encoded. */
function decoded(written: string): string {
  if (!written.startsWith(ENCODED)) return written
  const text = written.slice(ENCODED.length)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function formula(call: MacroCall<unknown>, context: RenderContext, tex: string): Promise<Html> {
  // KaTeX is loaded with the first formula.
  const { FormulaError, mathml } = await import('./mathml.ts')
  const { t } = readerOf(contextOf(context))
  // Each character becomes an element or several.
  if (!context.spend(tex.length * 20)) return sourceNotice(call, t('This page has too many formulas.'), tex)
  try {
    return call.root(call.inline ? 'span' : 'div', { class: 'math' }, mathml(tex.trim(), !call.inline))
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    return sourceNotice(call, t('The formula could not be read: {{reason}}', { reason: error.message }), tex)
  }
}

export const mathMacros: readonly Macro[] = [mathInline, mathBlock, mathReference]
