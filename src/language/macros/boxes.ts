import { classes } from '../html/classes.ts'
import { h } from '../html/html.ts'
import type { Macro } from './registry.ts'
import { defineMacro } from './registry.ts'

/** The four message boxes: macro name, class suffix, icon, title of readers, title of the macro. */
const boxes = [
  ['info', 'information', 'info', 'Info', 'Info box'],
  ['note', 'note', 'warning', 'Note', 'Note box'],
  ['tip', 'tip', 'approve', 'Tip', 'Tip box'],
  ['warning', 'warning', 'error', 'Warning', 'Warning box'],
] as const

export const messageBoxes: readonly Macro[] = boxes.map(([name, kind, icon, label, boxTitle]) =>
  defineMacro({
    name,
    title: boxTitle,
    description: 'A coloured box with an icon.',
    category: 'formatting',
    insert: { keywords: `${name} box callout panel` },
    body: 'rich',
    output: 'block',
    parameters: {
      title: { type: 'text', label: 'Title', aliases: [''] },
      icon: { type: 'boolean', label: 'Icon', default: true },
    },
    render(call, { t }) {
      const { title } = call.parameters
      const symbol = `aui-icon aui-icon-small aui-iconfont-${icon} confluence-information-macro-icon`
      return call.root(
        'div',
        {
          class: `confluence-information-macro confluence-information-macro-${kind}`,
          role: 'note',
          'aria-label': t(label),
        },
        title && h('p', { class: 'title' }, title),
        call.parameters.icon && h('span', { class: symbol, 'aria-hidden': 'true' }),
        h('div', { class: 'confluence-information-macro-body' }, call.body()),
      )
    },
  }),
)

const borderStyles = ['solid', 'dashed', 'dotted', 'double', 'none', 'groove', 'ridge', 'inset', 'outset'] as const

export const panel = defineMacro({
  name: 'panel',
  title: 'Panel',
  description: 'A box whose border and colours can be chosen.',
  category: 'formatting',
  insert: { keywords: 'panel box callout panel' },
  body: 'rich',
  output: 'block',
  parameters: {
    title: { type: 'text', label: 'Title' },
    borderStyle: { type: 'enum', label: 'Border style', values: borderStyles },
    borderColor: { type: 'colour', label: 'Border colour' },
    borderWidth: { type: 'length', label: 'Border width' },
    bgColor: { type: 'colour', label: 'Background colour' },
    titleBGColor: { type: 'colour', label: 'Background colour of the title' },
    titleColor: { type: 'colour', label: 'Text colour of the title' },
    panelIconText: { type: 'text', label: 'Emoji before the text', maxLength: 20 },
  },
  render(call) {
    const p = call.parameters
    const border = [
      ['background-color', p.bgColor],
      ['border-color', p.borderColor],
      ['border-style', p.borderStyle],
      ['border-width', p.borderWidth],
    ] as const
    const header = [
      ['background-color', p.titleBGColor],
      ['color', p.titleColor],
      ['border-bottom-color', p.borderColor],
      ['border-bottom-style', p.borderStyle],
      ['border-bottom-width', p.borderWidth],
    ] as const
    const icon = p.panelIconText && h('span', { class: 'panelIcon', 'aria-hidden': 'true' }, p.panelIconText)
    return call.root(
      'div',
      { class: classes('panel', p.bgColor && 'panel-coloured'), style: style(border) },
      p.title && h('div', { class: 'panelHeader', style: style(header) }, h('b', {}, p.title)),
      h('div', { class: 'panelContent' }, icon, call.body()),
    )
  },
})

/** Style of the properties that have a value; the writer validates each. */
function style(pairs: ReadonlyArray<readonly [string, string | undefined]>): string | undefined {
  const given = pairs.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
  return given.length > 0 ? given.join('; ') : undefined
}

export const expand = defineMacro({
  name: 'expand',
  title: 'Expand',
  description: 'Content that is hidden until readers expand it.',
  category: 'formatting',
  insert: { keywords: 'expand toggle collapse accordion details box' },
  body: 'rich',
  output: 'block',
  parameters: { title: { type: 'text', label: 'Title', aliases: [''] } },
  render(call, { t, mode }) {
    // Text, so that a blank title does not leave a control without a name.
    const title = call.parameters.title?.trim() || t('Click here to expand...')
    return call.root(
      'details',
      // Nothing can be expanded in print or an export.
      { class: 'expand-container', open: mode === 'export_view' },
      h(
        'summary',
        { class: 'expand-control' },
        h('span', { class: 'expand-icon', 'aria-hidden': 'true' }),
        h('span', { class: 'expand-control-text conf-macro-render' }, title),
      ),
      h('div', { class: 'expand-content' }, call.body()),
    )
  },
})

export const section = defineMacro({
  name: 'section',
  title: 'Section',
  description: 'Holds columns side by side.',
  category: 'formatting',
  body: 'rich',
  output: 'block',
  parameters: { border: { type: 'boolean', label: 'Border' } },
  render: call =>
    call.root(
      'div',
      { class: 'sectionColumnWrapper' },
      h(
        'div',
        { class: classes('sectionMacro', call.parameters.border && 'sectionMacroWithBorder') },
        h('div', { class: 'sectionMacroRow' }, call.body()),
      ),
    ),
})

export const column = defineMacro({
  name: 'column',
  title: 'Column',
  description: 'A column of a section.',
  category: 'formatting',
  body: 'rich',
  output: 'block',
  parameters: { width: { type: 'length', label: 'Width', aliases: [''] } },
  render(call) {
    const { width } = call.parameters
    const sized = width && `width: ${width}; min-width: ${width}; max-width: ${width}`
    return call.root('div', { class: classes('columnMacro', width && 'columnMacroSized'), style: sized }, call.body())
  },
})

export const details = defineMacro({
  name: 'details',
  title: 'Page properties',
  description: 'Holds a table of properties that the page properties report of other pages can list.',
  category: 'confluence-content',
  body: 'rich',
  output: 'block',
  parameters: {
    hidden: { type: 'boolean', label: 'Hide on this page' },
    id: { type: 'text', label: 'Id', help: 'A report can ask for the properties with this id.' },
  },
  render: call =>
    call.root(
      'div',
      { class: 'plugin-tabmeta-details', hidden: call.parameters.hidden, 'data-details-id': call.parameters.id },
      call.parameters.hidden ? undefined : call.body(),
    ),
})
