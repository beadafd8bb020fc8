/** An org chart from a table of people. */
import { applyChange } from '../../model/changes.ts'
import { arrangeAutomatically } from '../../layout/arrange.ts'
import { layoutText } from '../../render/text-layout.ts'
import type { DiagramDocument } from '../../model/document.ts'
import { isSafeHref } from '../../model/links.ts'
import { Drawing, type Translate } from '../../operations/templates/drawing.ts'
import type { LookName } from '../../operations/templates/looks.ts'
import { readPeople, type Person } from './people.ts'
import { MOST_CHARACTERS, readRows, type CsvProblem } from './table.ts'

export type { CsvProblem } from './table.ts'

export interface OrgChart {
  /** One page with the chart; null for a table without people. */
  document: DiagramDocument | null
  people: number
  /** Skipped parts by line; the chart is drawn in spite of them. */
  problems: CsvProblem[]
}

export interface OrgChartOptions {
  /** Translates our own texts, not those of the table. */
  translate?: Translate
  signal?: AbortSignal
}

/** Maximum of people in a chart. */
export const MOST_PEOPLE = 1000
const MOST_PROBLEMS = 100
const WIDTH = 180
const LEAST_HEIGHT = 52
const PADDING = 8
/** Looks of departments, in order of first appearance. */
const DEPARTMENT_LOOKS: readonly LookName[] = ['teal', 'blue', 'amber', 'violet', 'green', 'rose', 'grey']

/**
 * Draws who reports to whom.
 * @param csv with a header that has at least a column of names; managers are given by id or name. Commas, semicolons,
 * tabs; quoted fields
 * @throws LayoutError, or the signal's reason
 */
export async function orgChart(
  csv: string,
  { translate = english => english, signal }: OrgChartOptions = {},
): Promise<OrgChart> {
  const { rows, problems: unread, isWhole } = await readRows(csv, MOST_PEOPLE + 1)
  const { people, problems } = readPeople(rows)
  const all = [...unread, ...problems].toSorted((a, b) => a.line - b.line)
  if (!isWhole) {
    all.unshift({
      line: (rows.at(-1)?.line ?? 0) + 1,
      text: 'The file is too long: at most {{people}} people and {{characters}} characters are read.',
      values: { people: MOST_PEOPLE, characters: MOST_CHARACTERS },
    })
  }
  const document = people.length === 0 ? null : await laidOut(draw(people, translate), signal)
  return { document, people: people.length, problems: all.slice(0, MOST_PROBLEMS) }
}

async function laidOut(document: DiagramDocument, signal: AbortSignal | undefined): Promise<DiagramDocument> {
  const [page] = document.pages
  if (!page) return document
  const change = await arrangeAutomatically(page, 'all', 'org', signal ? { signal } : {})
  return sized(applyChange(document, change).document)
}

function draw(people: readonly Person[], translate: Translate): DiagramDocument {
  // Names are not translated.
  const drawing = new Drawing(translate('Organisation chart'), text => text)
  const managers = new Set(people.map(({ manager }) => manager))
  const departments = new Map<string, LookName>()
  for (const { department } of people) {
    if (department !== '' && !departments.has(department))
      departments.set(department, DEPARTMENT_LOOKS[departments.size % DEPARTMENT_LOOKS.length] ?? 'grey')
  }
  const cards = new Map(
    people.map((person, index) => {
      const [heading, ...rest] = [person.name || translate('Vacant'), person.title, person.department].filter(
        text => text !== '',
      )
      const leads = managers.has(person)
      const look =
        person.manager === null && leads
          ? 'fullTeal'
          : (departments.get(person.department) ?? (leads ? 'teal' : 'white'))
      const shape =
        person.name === ''
          ? 'org.vacancy'
          : person.manager === null && leads
            ? 'org.executive'
            : leads
              ? 'org.manager'
              : 'org.position'
      const place = [40 + index * (WIDTH + 20), 40, WIDTH, heightOf([heading ?? '', ...rest])] as const
      const href = `mailto:${person.email}`
      const isLinked = person.email.includes('@') && isSafeHref(href)
      return [
        person,
        drawing.shape(shape, place, [heading ?? '', ...rest], {
          look,
          padding: PADDING,
          ...(person.name === '' && { dash: [4, 3] }),
          ...(isLinked && { link: { kind: 'url', href } }),
        }),
      ]
    }),
  )
  for (const person of people) {
    const [manager, card] = [person.manager && cards.get(person.manager), cards.get(person)]
    if (manager && card) drawing.line(manager, card, { end: 'none' })
  }
  return drawing.document()
}

/** Fits all lines of a card, in steps so that adjacent cards match. */
function heightOf([heading = '', ...rest]: readonly string[]): number {
  const run = { font: 'sans', colour: '#000000' } as const
  const paragraphs = [
    { ...run, text: heading, size: 12, bold: true },
    ...rest.map(text => ({ ...run, text, size: 11 })),
  ].map(one => ({ align: 'center' as const, runs: [one] }))
  // The narrowest area of the shapes above.
  const { height } = layoutText({ paragraphs, vertical: 'top' }, WIDTH - 2 * PADDING - 8, 0)
  return Math.max(LEAST_HEIGHT, Math.ceil((height + 2 * PADDING + 8) / 10) * 10)
}

/** The page as large as the chart. */
function sized(document: DiagramDocument): DiagramDocument {
  return {
    ...document,
    pages: document.pages.map(page => {
      const boxes = Object.values(page.objects).flatMap(object => (object.kind === 'connector' ? [] : [object]))
      return {
        ...page,
        width: Math.max(...boxes.map(({ x, width }) => x + width)) + 40,
        height: Math.max(...boxes.map(({ y, height }) => y + height)) + 40,
      }
    }),
  }
}
