import { inflateRawSync } from 'node:zlib'
import { defineMacro, h, type Html, type Macro, type MacroCall, type RenderContext } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { describeTextDiagram, drawTextDiagram } from './diagrams/draw.ts'
import { readMermaid } from './diagrams/mermaid.ts'
import { LIMITS, UnreadableDiagramError, type TextDiagram } from './diagrams/model.ts'
import { readPlantuml } from './diagrams/plantuml.ts'
import { sourceNotice } from './notice.ts'

/** Entries of a page's budget that a diagram takes for each of its characters. */
const COST = 20

const plantuml = defineMacro({
  name: 'plantuml',
  aliases: ['plantumlrender', 'plantumlcloud'],
  title: 'PlantUML',
  description:
    'A diagram that is written in PlantUML: sequence, class, component, use case, state and simple activity diagrams. The source of others is shown.',
  category: 'media',
  insert: { keywords: 'plantuml uml diagram sequence class', opensForm: true },
  body: 'plain',
  output: 'block',
  parameters: {
    title: { type: 'text', label: 'Title', maxLength: 300 },
    data: { type: 'text', label: 'Source in place of the text', help: 'As it is stored by the app for the cloud.' },
  },
  render: (call, context) => {
    const { title, data } = call.parameters
    const source = call.plain.trim() === '' ? unpacked(data ?? '') : call.plain
    return textDiagram(call, context, { source, title, read: readPlantuml })
  },
})

const mermaid = defineMacro({
  name: 'mermaid',
  aliases: ['mermaid-macro', 'mermaid-cloud'],
  title: 'Mermaid',
  description:
    'A diagram that is written in Mermaid: flowcharts, sequence and state diagrams. The source of others is shown.',
  category: 'media',
  insert: { keywords: 'mermaid diagram flowchart sequence', opensForm: true },
  body: 'plain',
  output: 'block',
  parameters: { title: { type: 'text', label: 'Title', maxLength: 300 } },
  render: (call, context) =>
    textDiagram(call, context, { source: call.plain, title: call.parameters.title, read: readMermaid }),
})

interface Source {
  readonly source: string
  readonly title: string | undefined
  read(source: string): TextDiagram
}

function textDiagram(call: MacroCall<unknown>, context: RenderContext, { source, title, read }: Source): Html {
  const { t } = readerOf(contextOf(context))
  const shown = source.slice(0, LIMITS.characters)
  if (source.trim() === '')
    return call.root('div', { class: 'macro-notice', role: 'note' }, t('This macro has no source of a diagram.'))
  if (!context.spend(source.length * COST)) return sourceNotice(call, t('This page has too many diagrams.'), shown)
  try {
    const diagram = read(source)
    const label = [title?.trim(), diagram.title, describeTextDiagram(diagram)].filter(Boolean).join(': ')
    return call.root(
      'div',
      { class: 'text-diagram' },
      title?.trim() && h('p', { class: 'text-diagram-title' }, title.trim()),
      h('div', { class: 'text-diagram-frame', tabindex: 0, role: 'group' }, drawTextDiagram(diagram, label)),
      h('details', {}, h('summary', {}, t('Source')), h('pre', { tabindex: 0 }, shown)),
    )
  } catch (error) {
    if (!(error instanceof UnreadableDiagramError)) throw error
    const sentence =
      error.line === 0
        ? t('The diagram is empty or too large to be drawn.')
        : t('Line {{line}} cannot be drawn: {{text}}', { line: error.line, text: error.message.slice(0, LIMITS.label) })
    return sourceNotice(call, sentence, shown)
  }
}

/** Source as the app for the cloud stores it: deflated, in Base64, with signs encoded as in addresses. */
function unpacked(data: string): string {
  if (data === '' || /\s/.test(data.trim())) return data
  try {
    const bytes = inflateRawSync(Buffer.from(data, 'base64'), { maxOutputLength: 4 * LIMITS.characters })
    const text = bytes.toString('utf8')
    return /%[0-9a-f]{2}/i.test(text) && !text.includes('\n') ? decodeURIComponent(text) : text
  } catch {
    return data
  }
}

export const textDiagramMacros: readonly Macro[] = [plantuml, mermaid]
