import { defineMacro, h, type Html } from '#language/index.ts'
import type { Translate } from '#platform/texts.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { sourceNotice } from '../notice.ts'
import { drawRoadmap } from './draw.ts'
import { LIMITS, readRoadmap, UnreadableRoadmapError, type Roadmap } from './read.ts'

/** Entries of a page's budget that a plan or a unit of time takes. */
const COST = 20

/** `roadmap`: lanes of bars along a time line, which the macro has in one parameter. */
export const roadmapMacro = defineMacro({
  name: 'roadmap',
  title: 'Roadmap Planner',
  description: 'A picture of plans along a time line, from pages of the old product, with its plans as a table.',
  category: 'reporting',
  body: 'none',
  output: 'block',
  parameters: {
    source: { type: 'text', label: 'Source', help: 'The plans in JSON, as the old product writes them.' },
    title: { type: 'text', label: 'Title', maxLength: LIMITS.text },
  },
  render(call, context) {
    const { t, locale } = readerOf(contextOf(context))
    const { source = '', title } = call.parameters
    try {
      const roadmap = readRoadmap(source)
      if (!context.spend(costOf(roadmap))) return sourceNotice(call, t('This page has too many diagrams.'), '')
      const name = title?.trim() || roadmap.title
      const formatted = (options: Intl.DateTimeFormatOptions) => {
        const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
        return (date: Date) => format.format(date)
      }
      const month = formatted({ month: 'short', year: 'numeric' })
      const day = formatted({ day: 'numeric', month: 'short' })
      return call.root(
        'div',
        { class: 'text-diagram' },
        name !== '' && h('p', { class: 'text-diagram-title' }, name),
        h(
          'div',
          { class: 'text-diagram-frame', tabindex: 0, role: 'group' },
          drawRoadmap(roadmap, name || t('Roadmap Planner'), roadmap.isMonthly ? month : day),
        ),
        h('details', {}, h('summary', {}, t('Data')), plans(roadmap, t, formatted({ dateStyle: 'medium' }))),
      )
    } catch (error) {
      if (!(error instanceof UnreadableRoadmapError)) throw error
      return sourceNotice(call, t('The roadmap is empty or too large to be drawn.'), source.slice(0, LIMITS.text))
    }
  },
})

const costOf = ({ lanes, units, markers }: Roadmap): number =>
  COST * (units.length + markers.length + lanes.reduce((sum, { bars }) => sum + bars.length + 1, 0))

/** The plans as a table, which has their whole texts. */
function plans({ lanes, isMonthly }: Roadmap, t: Translate, dateOf: (date: Date) => string): Html {
  const heads = [
    t('Lane'),
    t('Plan'),
    t('Starts on'),
    isMonthly ? t('Duration in months') : t('Duration in weeks'),
    t('Description'),
  ]
  return h(
    'table',
    { class: 'confluenceTable' },
    h('thead', {}, h('tr', {}, ...heads.map(head => h('th', { class: 'confluenceTh', scope: 'col' }, head)))),
    h(
      'tbody',
      {},
      ...lanes.flatMap(lane =>
        lane.bars.map(bar => {
          const cells = [lane.title, bar.title, dateOf(bar.start), bar.length.toFixed(1), bar.description]
          return h('tr', {}, ...cells.map(cell => h('td', { class: 'confluenceTd' }, cell)))
        }),
      ),
    ),
  )
}
