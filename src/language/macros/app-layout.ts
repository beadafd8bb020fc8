/** Macros of apps that say how their body is laid out, on the page or in an export. */
import { empty, h } from '../html/html.ts'
import type { MacroInvocation } from '../views.ts'
import { defineMacro, type Macro } from './registry.ts'

const align = defineMacro({
  name: 'align',
  title: 'Alignment',
  description: 'Aligns its body to the left or right, or in the middle.',
  category: 'formatting',
  body: 'rich',
  output: 'block',
  parameters: {
    align: {
      type: 'enum',
      label: 'Alignment',
      aliases: [''],
      values: ['left', 'center', 'right', 'justify'],
      default: 'left',
    },
  },
  render: call => call.root('div', { style: `text-align: ${call.parameters.align}` }, call.body()),
})

const center = defineMacro({
  name: 'center',
  title: 'Centred',
  description: 'Aligns its body in the middle.',
  category: 'formatting',
  body: 'rich',
  output: 'block',
  parameters: {},
  render: call => call.root('div', { style: 'text-align: center' }, call.body()),
})

const outputOf = ({ name }: MacroInvocation) => (name.endsWith('-inline') ? 'inline' : 'block')

/** Scroll exporters: parts that their export lays out in another way, or leaves out. */
const scrollLayout = defineMacro({
  name: 'scroll-ignore',
  aliases: [
    'scroll-ignore-inline',
    'scroll-pdf-ignore',
    'scroll-pdf-ignore-inline',
    'scroll-title',
    'scroll-content-block',
    'scroll-landscape',
    'scroll-portrait',
    'scroll-tablelayout',
  ],
  title: 'Layout of Scroll exports',
  description: 'A part that Scroll exports leave out or lay out in another way. On the page it is shown as it is.',
  category: 'formatting',
  body: 'rich',
  isBox: false,
  output: outputOf,
  parameters: {},
  render: call => call.root(call.inline ? 'span' : 'div', {}, call.body()),
})

const scrollOnly = defineMacro({
  name: 'scroll-only',
  aliases: ['scroll-only-inline', 'scroll-pdf-only', 'scroll-pdf-only-inline'],
  title: 'Only in exports',
  description: 'A part that is shown in exports, and not on the page.',
  category: 'formatting',
  body: 'rich',
  isBox: false,
  output: outputOf,
  parameters: {},
  render: (call, { mode }) =>
    mode === 'export_view' ? call.root(call.inline ? 'span' : 'div', {}, call.body()) : empty,
})

const scrollMark = defineMacro({
  name: 'scroll-pagebreak',
  aliases: ['scroll-bookmark', 'scroll-indexterm', 'scroll-exportbutton', 'scroll-pagetitle'],
  title: 'Mark for Scroll exports',
  description: 'A page break, bookmark or index entry of Scroll exports. On the page it is not shown.',
  category: 'formatting',
  body: 'none',
  output: invocation => (invocation.name === 'scroll-pagebreak' ? 'block' : 'inline'),
  parameters: {},
  render: () => empty,
})

const gadget = defineMacro({
  name: 'gadget',
  title: 'Gadget',
  description: 'A gadget of another application. The wiki shows a link to it, since gadgets need scripts of others.',
  category: 'external-content',
  body: 'none',
  output: 'block',
  parameters: { url: { type: 'url', label: 'Address', aliases: [''], maxLength: 5000 } },
  render(call, context) {
    const url = call.parameters.url?.trim()
    const isAddress = url !== undefined && /^https?:/i.test(url)
    return call.root(
      'div',
      { class: 'macro-notice', role: 'note' },
      context.t('Gadgets are not shown: they would run scripts of another application in the page.'),
      isAddress && ' ',
      isAddress && context.link({ kind: 'url', value: url }),
    )
  },
})

const htmlSource = defineMacro({
  name: 'html',
  aliases: ['html-include', 'html-bobswift'],
  title: 'HTML',
  description: 'HTML of an author. The wiki shows its source, since scripts in it could act in the name of readers.',
  category: 'formatting',
  body: 'plain',
  output: 'block',
  parameters: {},
  async render(call, context) {
    const notice = context.t('HTML is not run, since its scripts could act in the name of readers.')
    const source = call.plain.trim()
    return call.root(
      'div',
      { class: 'macro-notice', role: 'note' },
      notice,
      source !== '' && h('pre', { tabindex: 0 }, await context.highlight(source, 'html')),
    )
  },
})

export const appLayout: readonly Macro[] = [align, center, scrollLayout, scrollOnly, scrollMark, gadget, htmlSource]
