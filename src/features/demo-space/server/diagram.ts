import type { DiagramDocument } from '#diagrams/model/document.ts'
import { Drawing } from '#diagrams/operations/templates/drawing.ts'

/** Id of the second page of the diagram. */
export const SOURCES = 'sources'
/** Name of the diagram of the home page. */
export const DEMO_DIAGRAM = 'How we work'

const unchanged = (english: string) => english

/**
 * The way of a thought through the wiki, and on a second page where thoughts come from.
 * @param pageIds of the demonstration's pages, by their titles: steps lead there
 * @param isWhole false for the first version, which ends with the page
 */
export function howWeWork(pageIds: ReadonlyMap<string, number>, isWhole: boolean): DiagramDocument {
  const drawing = new Drawing(DEMO_DIAGRAM, unchanged)
  const linkTo = (title: string) => {
    const id = pageIds.get(title)
    return id === undefined ? {} : { link: { kind: 'page' as const, contentId: String(id) } }
  }
  const step = (shape: string, x: number, text: string, look: 'teal' | 'blue' | 'amber' | 'fullTeal', title: string) =>
    drawing.shape(`flowchart.${shape}`, [x, 40, 150, 64], text, { look, ...linkTo(title) })
  const thought = drawing.shape('flowchart.start-end', [40, 40, 150, 64], 'A thought', {
    look: 'fullTeal',
    ...(isWhole && { link: { kind: 'diagram', page: SOURCES } }),
  })
  const page = step('document', 240, 'Write a page', 'blue', 'Text and headings')
  drawing.line([thought, 'right'], [page, 'left'])
  if (!isWhole) return drawing.document()
  const talk = step('process', 440, 'Talk about it', 'teal', 'Labels')
  const tasks = step('process', 640, 'Agree on tasks', 'amber', 'Tasks')
  drawing.line([page, 'right'], [talk, 'left'])
  drawing.line([talk, 'right'], [tasks, 'left'])
  drawing.line([tasks, 'bottom'], [page, 'bottom'], {
    via: [
      [715, 150],
      [315, 150],
    ],
    label: 'and write down what came of it',
  })
  const document = drawing.document()
  return { ...document, pages: [...document.pages, ...whereThoughtsComeFrom(pageIds)] }
}

function whereThoughtsComeFrom(pageIds: ReadonlyMap<string, number>): DiagramDocument['pages'] {
  const name = 'Where thoughts come from'
  const drawing = new Drawing(name, unchanged)
  const thought = drawing.shape('flowchart.start-end', [280, 60, 150, 64], 'A thought', { look: 'fullTeal' })
  const sources = [
    { text: 'What others wrote', place: [40, 20] as const, title: 'Organising pages' },
    { text: 'What went wrong', place: [40, 100] as const, title: 'Panels' },
  ]
  for (const { text, place, title } of sources) {
    const id = pageIds.get(title)
    const source = drawing.shape('flowchart.process', [...place, 150, 64], text, {
      look: 'blue',
      ...(id !== undefined && { link: { kind: 'page', contentId: String(id) } }),
    })
    drawing.line([source, 'right'], [thought, 'left'])
  }
  return drawing.document().pages.map(page => ({ ...page, id: SOURCES, name }))
}
