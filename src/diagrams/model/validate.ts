/** Parsing and serialisation of stored documents, validated both ways. */
import { DiagramError, fail, record, show, type Path } from './check.ts'
import { FORMAT, LIMITS, type DiagramDocument, type DiagramPage } from './document.ts'
import { checkFields } from './fields.ts'
import { checkJsonText } from './json-text.ts'
import { migrate } from './migrate.ts'

export { DiagramError } from './check.ts'

/**
 * Parses a stored document of this or an older version.
 * @param text JSON, at most {@link LIMITS}.bytes
 * @throws DiagramError with the path and the remedy; in time linear in the length of the text
 */
export function readDocument(text: string): DiagramDocument {
  checkJsonText(text, LIMITS.bytes)
  let parsed: unknown
  try {
    parsed = JSON.parse(withoutMark(text))
  } catch (error) {
    throw new DiagramError('', `The diagram is not JSON: ${(error as Error).message}`)
  }
  const document = record(parsed, [])
  if (document['format'] !== FORMAT) fail(['format'], `must be "${FORMAT}", but is ${show(document['format'])}`)
  return checkDocument(migrate(document))
}

/**
 * Compact JSON to store, `format` and `version` first.
 * @throws DiagramError when {@link readDocument} would refuse it
 */
export function writeDocument(document: DiagramDocument): string {
  checkDocument(document)
  const { format, version, pages, media, ...rest } = document
  const text = JSON.stringify({ format, version, pages, media, ...rest })
  checkJsonText(text, LIMITS.bytes)
  return text
}

/** Whether a text claims to be one of our diagrams; does not validate it. */
export function isDiagram(text: string): boolean {
  if (/^\uFEFF?\s*\{\s*"format"\s*:\s*"oxbow-diagram"/.test(text)) return true
  // Other programs may order the fields differently.
  if (!text.includes(`"${FORMAT}"`)) return false
  try {
    checkJsonText(text, LIMITS.bytes)
    return record(JSON.parse(withoutMark(text)), [])['format'] === FORMAT
  } catch {
    // Not JSON; readDocument reports why.
    return false
  }
}

/**
 * Validates a parsed document.
 * @returns the same object
 * @throws DiagramError
 */
export function checkDocument(value: unknown): DiagramDocument {
  checkFields(value, [])
  // All fields were just checked against the type.
  const document = value as DiagramDocument
  checkUnique(document.pages, ['pages'])
  let count = 0
  document.pages.forEach((page, index) => {
    const path: Path = ['pages', index]
    count += Object.keys(page.objects).length
    if (count > LIMITS.objects)
      fail([...path, 'objects'], `brings the diagram above ${LIMITS.objects} objects; split it`)
    checkUnique(page.layers, [...path, 'layers'])
    checkReferences(document, page, path)
    checkTree(page, path)
  })
  return document
}

function checkUnique(items: readonly { id: string }[], path: Path): void {
  const seen = new Set<string>()
  items.forEach(({ id }, index) => {
    if (seen.has(id)) fail([...path, index, 'id'], `is ${show(id)}, which another one has; make it unique`)
    seen.add(id)
  })
}

function checkReferences({ media }: DiagramDocument, page: DiagramPage, path: Path): void {
  const layers = new Set(page.layers.map(({ id }) => id))
  for (const object of Object.values(page.objects)) {
    const wrong = (field: string, problem: string): never => fail([...path, 'objects', object.id, field], problem)
    if (!layers.has(object.layer)) wrong('layer', `is ${show(object.layer)}, which is no layer of the page`)
    if (object.kind === 'image' && !Object.hasOwn(media, object.media)) {
      wrong('media', `is ${show(object.media)}, which is no picture of the diagram; add it to media`)
    }
    if (object.parent === null) continue
    const parent = Object.hasOwn(page.objects, object.parent) ? page.objects[object.parent] : undefined
    if (!parent) wrong('parent', `is ${show(object.parent)}, which is no object of the page; use null for the top`)
    else if (parent.kind !== 'group' && parent.kind !== 'shape') {
      wrong('parent', `is ${show(object.parent)}, a ${parent.kind}; only groups and containers hold others`)
    }
  }
}

/** Checks that no object contains itself or nests too deep; visits each object once. */
function checkTree({ objects }: DiagramPage, path: Path): void {
  const depths = new Map<string, number>()
  for (const start of Object.keys(objects)) {
    const chain: string[] = []
    const walked = new Set<string>()
    let id: string | null = start
    while (id !== null && !depths.has(id)) {
      const here: string = id
      if (walked.has(here))
        fail([...path, 'objects', here, 'parent'], 'leads back to the object itself; break the circle')
      walked.add(here)
      chain.push(here)
      id = objects[here]?.parent ?? null
    }
    let depth = id === null ? -1 : (depths.get(id) ?? -1)
    for (let index = chain.length - 1; index >= 0; index--) {
      const here = chain[index] ?? start
      depth++
      if (depth > LIMITS.depth)
        fail([...path, 'objects', here, 'parent'], `lies deeper than ${LIMITS.depth} groups; ungroup some`)
      depths.set(here, depth)
    }
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
