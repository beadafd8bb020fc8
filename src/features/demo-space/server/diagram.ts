import type { DiagramDocument } from '#diagrams/model/document.ts'
import { Drawing } from '#diagrams/operations/templates/drawing.ts'

/** Name of the diagram of the home page. */
export const DEMO_DIAGRAM = 'How we work'

const unchanged = (english: string) => english

/**
 * The way of a thought through the wiki.
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
  const thought = step('start-end', 40, 'A thought', 'fullTeal', '')
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
  return drawing.document()
}
