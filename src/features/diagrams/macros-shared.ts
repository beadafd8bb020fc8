import type { MacroFact } from '#language/facts.ts'
import { attributes, mapElements, type ElementNode, type StorageDocument } from '#language/model.ts'
import { isMacro, macroOf } from '#language/views.ts'
import { MACRO } from './names.ts'
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
  return macros.flatMap(macro => (isDiagram(macro.name) ? (readReference(macro, currentPageId) ?? []) : []))
}

function isDiagram(macroName: string): boolean {
  return macroName.toLowerCase() === MACRO
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
    return withParameters(element, writeReference(next, to))
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
  if (!isMacro(element) || !isDiagram(element.attributes['ac:name'] ?? '')) return undefined
  return readReference(macroOf(element), currentPageId)
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
  const left = new Map(Object.entries(parameters))
  const children = macro.children.flatMap(child => {
    if (child.type !== 'element' || (child.name !== 'ac:parameter' && child.name !== 'ac:default-parameter'))
      return child
    const name = child.attributes['ac:name'] ?? ''
    if (name === '') return []
    const known = KNOWN.get(name.toLowerCase())
    if (known === undefined) return child
    const value = left.get(known)
    left.delete(known)
    return value === undefined ? [] : parameter(known, value)
  })
  return { ...macro, children: [...children, ...[...left].map(([name, value]) => parameter(name, value))] }
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
