/** Parts of pages that blueprints make, in storage format. */
import { document, element, serialise, type ElementNode } from '#language/index.ts'
import type { Reader } from '#platform/view/reader.ts'
import type { Attendee, Blueprint } from './blueprint.ts'

export type Cell = ElementNode | string

export const page = (...parts: readonly ElementNode[]): string => serialise(document(parts))

export const heading = (words: string): ElementNode => element('h2', {}, [words])

export const paragraph = (...content: readonly Cell[]): ElementNode => element('p', {}, content)

/** Words that say what to write in their place. */
export const placeholder = (words: string): ElementNode => element('ac:placeholder', {}, [words])

export function list(name: 'ul' | 'ol', items: readonly Cell[]): ElementNode {
  return element(
    name,
    {},
    items.map(item => element('li', {}, [item])),
  )
}

/** A table with a row of headings. */
export function table(headings: readonly string[], ...rows: readonly (readonly Cell[])[]): ElementNode {
  return element('table', {}, [element('tbody', {}, [row('th', headings), ...rows.map(cells => row('td', cells))])])
}

function row(name: 'th' | 'td', cells: readonly Cell[]): ElementNode {
  return element(
    'tr',
    {},
    cells.map(cell => element(name, {}, [cell])),
  )
}

/** Page properties, which reports of pages show: headings in the first column. */
export function properties(...rows: readonly (readonly [heading: string, value: Cell])[]): ElementNode {
  const cells = rows.map(([name, value]) => element('tr', {}, [element('th', {}, [name]), element('td', {}, [value])]))
  return element('ac:structured-macro', { 'ac:name': 'details', 'ac:schema-version': '1' }, [
    element('ac:rich-text-body', {}, [element('table', {}, [element('tbody', {}, cells)])]),
  ])
}

/** Open tasks. */
export function tasks(...bodies: readonly Cell[]): ElementNode {
  return element(
    'ac:task-list',
    {},
    bodies.map((body, index) =>
      element('ac:task', {}, [
        element('ac:task-id', {}, [String(index + 1)]),
        element('ac:task-status', {}, ['incomplete']),
        element('ac:task-body', {}, [body]),
      ]),
    ),
  )
}

export const date = (day: string): ElementNode => element('time', { datetime: day })

export const status = (title: string, colour: 'Grey' | 'Yellow' | 'Green' | 'Red' | 'Blue'): ElementNode =>
  macro('status', { colour, title })

/** Mentions a user; another name is text. */
export function mention(attendee: Attendee): Cell {
  return 'name' in attendee
    ? attendee.name
    : element('ac:link', {}, [element('ri:user', { 'ri:userkey': attendee.userKey })])
}

/** Mentions the first of those who take part, the author. */
export const author = (attendees: readonly Attendee[]): Cell => (attendees[0] ? mention(attendees[0]) : '')

export function macro(name: string, parameters: Readonly<Record<string, string>>): ElementNode {
  return element(
    'ac:structured-macro',
    { 'ac:name': name, 'ac:schema-version': '1' },
    Object.entries(parameters).map(([key, value]) => element('ac:parameter', { 'ac:name': key }, [value])),
  )
}

/** The page that lists those of a space, with a button that begins one more. Storage format. */
export function indexText(t: Reader['t'], blueprint: Blueprint): string {
  const { moduleCompleteKey, createLabel, labels, blank, columns } = blueprint
  const shared = { blankTitle: t(blank.title), blankDescription: t(blank.description) }
  const [label = ''] = labels
  return page(
    paragraph(
      macro('create-from-template', { blueprintModuleCompleteKey: moduleCompleteKey, buttonLabel: t(createLabel) }),
    ),
    columns
      ? macro('detailssummary', {
          cql: `label = "${label}" and space = currentSpace()`,
          headings: columns.map(each => t(each)).join(','),
          ...shared,
        })
      : macro('content-report-table', { labels: label, spaces: '@self', ...shared }),
  )
}
