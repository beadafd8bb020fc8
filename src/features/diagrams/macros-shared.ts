import type { MacroFact } from '#language/facts.ts'
import { attributes, mapElements, type ElementNode, type StorageDocument } from '#language/model.ts'
import { isMacro, macroOf } from '#language/views.ts'
import { drawioChange, drawioMacro, readDrawio } from './drawio-shared.ts'
import { DRAWIO_MACRO, MACRO } from './names.ts'
import { readReference, writeReference, type DiagramReference } from './reference-shared.ts'

/** Which diagram a macro shows. */
export type ShownDiagram = Pick<DiagramReference, 'ownerPageId' | 'name' | 'version'>

/** Whether two references show the same diagram in the same version; an absent version and 0 both mean the newest. */
export function isSameReference(a: ShownDiagram, b: ShownDiagram): boolean {
  return isSameDiagram(a, b) && (a.version ?? 0) === (b.version ?? 0)
}

export function isSameDiagram(a: Omit<ShownDiagram, 'version'>, b: Omit<ShownDiagram, 'version'>): boolean {
  return a.ownerPageId === b.ownerPageId && a.name.normalize('NFC') === b.name.normalize('NFC')
}

/** References of the diagram macros among those of a text. */
export function diagramsIn(macros: readonly MacroFact[], currentPageId: number): DiagramReference[] {
  return macros.flatMap(macro => referenceOf(macro, currentPageId) ?? [])
}

/** Reference of a diagram macro; undefined for other macros, and when it names no diagram. */
export function referenceOf(
  macro: Pick<MacroFact, 'name' | 'parameters'>,
  currentPageId: number,
): DiagramReference | undefined {
  if (macro.name.toLowerCase() === MACRO) return readReference(macro, currentPageId)
  const drawio = drawioMacro(macro.name)
  return drawio && readDrawio(drawio, macro.parameters, currentPageId)
}

/** Whether macros of a name show diagrams. */
export function isDiagramMacro(name: string): boolean {
  return name.toLowerCase() === MACRO || drawioMacro(name) !== undefined
}

/** Whether a text can have diagram macros, before it is parsed. */
export function mayShowDiagrams(storage: string): boolean {
  const folded = storage.toLowerCase()
  // The names of all macros of draw.io contain that of its first.
  return folded.includes(MACRO) || folded.includes(DRAWIO_MACRO)
}

/**
 * Rewrites diagram macros at any depth. The result of `change` is written without defaults and without parameters of
 * empty name; parameters of others stay. Macros for which it returns undefined stay as they are.
 * @param to page that the text comes to; by default it stays on its page
 * @returns the same document when nothing changed, and how many macros did
 */
export function rewriteDiagrams(
  document: StorageDocument,
  currentPageId: number,
  change: (reference: DiagramReference) => DiagramReference | undefined,
  to: number = currentPageId,
): { document: StorageDocument; changed: number } {
  let changed = 0
  const rewritten = mapElements(document, element => {
    const reference = referenceIn(element, currentPageId)
    const next = reference && change(reference)
    if (!next) return element
    changed++
    return reference.macro
      ? withDrawio(element, reference, next, to)
      : withParameters(element, writeReference(next, to))
  })
  return { document: rewritten, changed }
}

/** Lets the macros of a diagram that are pinned to a version show the newest. */
export function unpinned(
  document: StorageDocument,
  currentPageId: number,
  isMeant: (reference: DiagramReference) => boolean,
): { document: StorageDocument; changed: number } {
  return rewriteDiagrams(document, currentPageId, reference =>
    reference.version !== undefined && isMeant(reference) ? latest(reference) : undefined,
  )
}

/** A reference to the newest version. */
export function latest({ version: _, ...reference }: DiagramReference): DiagramReference {
  return reference
}

function referenceIn(element: ElementNode, currentPageId: number): DiagramReference | undefined {
  return isMacro(element) ? referenceOf(macroOf(element), currentPageId) : undefined
}

/** Names of parameters, in lower case, by which {@link readReference} knows them. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ['pageid', 'pageid'],
  ['name', 'name'],
  ['diagramname', 'name'],
  ...['version', 'size', 'border', 'chrome', 'html5'].map(name => [name, name] as const),
  ['pagepin', 'pagePin'],
])

function withParameters(macro: ElementNode, parameters: Readonly<Record<string, string>>): ElementNode {
  return replaceParameters(macro, parameters, name => (name === '' ? name : KNOWN.get(name.toLowerCase())))
}

/** A macro of draw.io for another reference; the same element if it needs no change. */
function withDrawio(
  macro: ElementNode,
  before: DiagramReference,
  after: DiagramReference,
  currentPageId: number,
): ElementNode {
  const { name, parameters: stored } = macroOf(macro)
  const change = drawioChange({ reference: before, stored }, after, currentPageId)
  const { parameters } = change
  const names = Object.keys(parameters)
  if (change.macro === before.macro && names.every(key => parameters[key] === stored[key])) return macro
  const renamed = change.macro === before.macro ? name : change.macro
  return replaceParameters(
    { ...macro, attributes: attributes({ ...macro.attributes, 'ac:name': renamed }) },
    parameters,
    key => (names.includes(key) ? key : undefined),
  )
}

/**
 * Replaces parameters of a macro and appends those that it lacks.
 * @param nameOf name of a stored parameter in `parameters`, undefined for one that stays as it is
 */
function replaceParameters(
  macro: ElementNode,
  parameters: Readonly<Record<string, string | undefined>>,
  nameOf: (stored: string) => string | undefined,
): ElementNode {
  const left = new Map(Object.entries(parameters))
  const children = macro.children.flatMap(child => {
    if (child.type !== 'element' || (child.name !== 'ac:parameter' && child.name !== 'ac:default-parameter'))
      return child
    const known = nameOf(child.attributes['ac:name'] ?? '')
    if (known === undefined) return child
    const value = left.get(known)
    left.delete(known)
    return value === undefined ? [] : parameter(known, value)
  })
  const added = [...left].flatMap(([name, value]) => (value === undefined ? [] : parameter(name, value)))
  return { ...macro, children: [...children, ...added] }
}

function parameter(name: string, value: string): ElementNode {
  return {
    type: 'element',
    name: 'ac:parameter',
    attributes: attributes({ 'ac:name': name }),
    children: [{ type: 'text', text: value }],
    offset: -1,
  }
}
