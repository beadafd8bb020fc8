import { classes } from '../html/classes.ts'
import type { Html } from '../html/html.ts'
import { h } from '../html/html.ts'
import { defineMacro } from './registry.ts'

const themes = ['Confluence', 'Default', 'DJango', 'Eclipse', 'Emacs', 'FadeToGrey', 'Midnight', 'RDark'] as const

export const code = defineMacro({
  name: 'code',
  aliases: ['codeblock', 'newcode'],
  title: 'Code block',
  description: 'Text as it was typed, with the colours of its language.',
  category: 'formatting',
  body: 'plain',
  output: 'block',
  parameters: {
    language: { type: 'text', label: 'Language', aliases: ['', 'lang'], maxLength: 60 },
    title: { type: 'text', label: 'Title' },
    theme: { type: 'enum', label: 'Colours', values: themes, default: 'Confluence' },
    linenumbers: { type: 'boolean', label: 'Line numbers' },
    firstline: { type: 'number', label: 'Number of the first line', default: 1, min: 0 },
    wrap: { type: 'boolean', label: 'Wrap long lines' },
    collapse: { type: 'boolean', label: 'Collapsed at first' },
  },
  async render(call, { t, mode, highlight }) {
    const { language, title, theme, linenumbers, firstline, wrap, collapse } = call.parameters
    const source = trimLines(call.plain)
    // Numbers would not stand beside lines that wrap.
    const hasNumbers = linenumbers && !wrap
    const brush = language?.trim().toLowerCase() || 'text'
    const pre = h(
      'pre',
      {
        class: 'syntaxhighlighter-pre',
        tabindex: 0,
        // Read by scripts that convert rendered pages.
        'data-syntaxhighlighter-params': `brush: ${brush}; gutter: ${hasNumbers}; theme: ${theme}`,
        'data-theme': theme,
      },
      await highlight(source, brush),
    )
    const content = h('div', { class: 'codeContent panelContent pdl' }, hasNumbers && gutter(source, firstline), pre)
    const own = classes(
      'code panel pdl',
      `code-theme-${theme.toLowerCase()}`,
      hasNumbers && 'code-numbered',
      wrap && 'code-wrapped',
    )
    const heading = title?.trim() ? h('b', {}, title) : undefined
    if (!collapse) {
      return call.root(
        'div',
        { class: own },
        heading && h('div', { class: 'codeHeader panelHeader pdl' }, heading),
        content,
      )
    }
    return call.root(
      'details',
      { class: `${own} code-collapsed`, open: mode === 'export_view' },
      h(
        'summary',
        { class: 'codeHeader panelHeader pdl' },
        h('span', { class: 'expand-icon', 'aria-hidden': 'true' }),
        heading,
        h('span', { class: 'collapse-source' }, t('Expand source')),
      ),
      content,
    )
  },
})

/** Clients write the body with empty lines around the text. */
function trimLines(source: string): string {
  return source.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** Line numbers, in a separate column so that copying the code omits them. */
function gutter(source: string, first: number): Html {
  const lines = source.split('\n').length
  const numbers = Array.from({ length: lines }, (_, index) => String(first + index)).join('\n')
  return h('div', { class: 'code-gutter', 'aria-hidden': 'true' }, numbers)
}

export const noformat = defineMacro({
  name: 'noformat',
  title: 'Preformatted text',
  description: 'Text as it was typed.',
  category: 'formatting',
  body: 'plain',
  output: 'block',
  parameters: {
    nopanel: { type: 'boolean', label: 'Without a box' },
    title: { type: 'text', label: 'Title' },
  },
  render(call) {
    const { nopanel, title } = call.parameters
    return call.root(
      'div',
      { class: classes('preformatted', !nopanel && 'panel') },
      title?.trim() && h('div', { class: 'preformattedHeader panelHeader' }, h('b', {}, title)),
      h('div', { class: 'preformattedContent panelContent' }, h('pre', { tabindex: 0 }, trimLines(call.plain))),
    )
  },
})
