import {
  childElements,
  macros,
  nodesToText,
  parse,
  StorageSyntaxError,
  type ElementNode,
  type StorageDocument,
  type StorageNode,
} from '#language/index.ts'
import type { WorkerTask } from '#platform/server/workers/task.ts'

/** A property of a page: a heading and its value, as the table of a `details` macro has them. */
export interface Property {
  /** Text of the heading. */
  readonly name: string
  readonly heading: readonly StorageNode[]
  readonly value: readonly StorageNode[]
  /** Text of the value. */
  readonly text: string
}

/** Properties that are read of a text, and that a report shows. */
export const MOST_PROPERTIES = 50

/**
 * The properties of a text, in their order; of equal headings the first counts. None of one that is not well-formed.
 * @param detailsId reads the `details` macros with this `id` alone
 */
export function propertiesOf(read: () => StorageDocument, detailsId: string | undefined): Property[] {
  try {
    return propertiesIn(read(), detailsId)
  } catch (error) {
    if (error instanceof StorageSyntaxError) return []
    throw error
  }
}

function propertiesIn(document: StorageDocument, detailsId: string | undefined): Property[] {
  const found = new Map<string, Property>()
  for (const macro of macros(document)) {
    if (macro.name !== 'details' || (detailsId !== undefined && macro.parameters['id']?.trim() !== detailsId)) continue
    for (const property of tablesIn(macro.rich).flatMap(propertiesInTable)) {
      const key = propertyKey(property.name)
      if (key !== '' && !found.has(key) && found.size < MOST_PROPERTIES) found.set(key, property)
    }
  }
  return [...found.values()]
}

/** {@link propertiesOf} a large text, in a thread. */
export const propertiesTask: WorkerTask<{ storage: string; detailsId: string | undefined }, Property[]> = {
  name: 'page-properties.read',
  run: ({ storage, detailsId }) => propertiesOf(() => parse(storage), detailsId),
}

/** Headings are the same whatever their case and spaces. */
export function propertyKey(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** The tables that are not within another. */
function tablesIn(nodes: readonly StorageNode[]): ElementNode[] {
  return nodes
    .filter(node => node.type === 'element')
    .flatMap(node => (node.name === 'table' ? [node] : tablesIn(node.children)))
}

/**
 * Properties of a table: those with headings in the first column, or, when its first row has headings alone, those of
 * the second row.
 */
function propertiesInTable(table: ElementNode): Property[] {
  const [first = [], second = [], ...more] = rowsOf(table)
  const isHeading = (cell: ElementNode) => cell.name === 'th'
  const isAcross = first.every(isHeading) && second.length > 0 && !second.some(isHeading)
  const pairs = isAcross
    ? first.map((heading, column) => [heading, second[column]] as const)
    : [first, second, ...more].map(([heading, value]) => [heading, value] as const)
  return pairs.flatMap(([heading, value]) =>
    heading && value
      ? [
          {
            name: nodesToText(heading.children).trim(),
            heading: heading.children,
            value: value.children,
            text: nodesToText(value.children).trim(),
          },
        ]
      : [],
  )
}

function rowsOf(part: ElementNode): ElementNode[][] {
  return childElements(part).flatMap(element =>
    element.name === 'tr'
      ? [childElements(element).filter(({ name }) => name === 'th' || name === 'td')]
      : ['thead', 'tbody', 'tfoot'].includes(element.name)
        ? rowsOf(element)
        : [],
  )
}
