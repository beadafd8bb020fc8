import { classes } from '../html/classes.ts'
import { anchorId } from '../outline.ts'
import { defineMacro } from './registry.ts'

const colours = ['Grey', 'Red', 'Yellow', 'Green', 'Blue', 'Purple'] as const

/** Colours in the lozenge's classes; grey is the default, `medium-gray`. */
const lozenges: Readonly<Record<(typeof colours)[number], readonly [kind: string, colour: string]>> = {
  Grey: ['default', 'medium-gray'],
  Red: ['error', 'warm-red'],
  Yellow: ['current', 'yellow'],
  Green: ['success', 'green'],
  Blue: ['complete', 'blue-gray'],
  Purple: ['new', 'purple'],
}

export const status = defineMacro({
  name: 'status',
  title: 'Status',
  description: 'A word in colour.',
  category: 'formatting',
  body: 'none',
  output: 'inline',
  parameters: {
    title: { type: 'text', label: 'Text', help: 'Default: the colour.', aliases: [''], maxLength: 300 },
    colour: { type: 'enum', label: 'Colour', aliases: ['color'], values: colours, default: 'Grey' },
    subtle: { type: 'boolean', label: 'Outline only' },
    maxWidth: {
      type: 'enum',
      label: 'Maximum width',
      aliases: ['width'],
      values: ['short', 'medium', 'long'],
      default: 'medium',
    },
  },
  render(call, { t }) {
    const { title, colour, subtle, maxWidth } = call.parameters
    const [kind, name] = lozenges[colour]
    return call.root(
      'span',
      {
        class: classes(
          'status-macro aui-lozenge',
          `aui-lozenge-${kind}`,
          subtle && 'aui-lozenge-subtle',
          `status-lozenge-${name}`,
          `status-lozenge-max-width-${maxWidth}`,
        ),
        title: title?.trim(),
      },
      title?.trim() || t(colour),
    )
  },
})

export const anchor = defineMacro({
  name: 'anchor',
  title: 'Anchor',
  description: 'A place in a page that links can lead to.',
  category: 'navigation',
  body: 'none',
  output: 'inline',
  parameters: { '': { type: 'text', label: 'Name', required: true, aliases: ['anchor', 'name'], maxLength: 500 } },
  render: (call, { page }) =>
    call.root('span', { class: 'confluence-anchor-link', id: idOf(page.title, call.parameters['']) }),
})

function idOf(title: string, name: string | undefined): string | undefined {
  return name?.trim() ? anchorId(title, name) : undefined
}
