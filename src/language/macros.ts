import type { StorageDocument } from './model.ts'
import { attributes, mapElements, walkElements } from './model.ts'
import type { MacroInvocation } from './views.ts'
import { isMacro, macroOf } from './views.ts'

/** All macros in document order, nested ones included. */
export function macros(doc: StorageDocument): MacroInvocation[] {
  const found: MacroInvocation[] = []
  for (const element of walkElements(doc)) if (isMacro(element)) found.push(macroOf(element))
  return found
}

export function findMacro(doc: StorageDocument, id: string): MacroInvocation | undefined {
  for (const element of walkElements(doc)) {
    if (isMacro(element) && element.attributes['ac:macro-id'] === id) return macroOf(element)
  }
  return undefined
}

/**
 * Adds `ac:schema-version="1"` and an `ac:macro-id` to each `ac:structured-macro` that lacks them, as the server does;
 * the old `ac:macro` has neither.
 *
 * @param newId makes an unused id
 */
export function ensureMacroIds(doc: StorageDocument, newId: () => string): StorageDocument {
  return mapElements(doc, element => {
    if (element.name !== 'ac:structured-macro') return element
    const a = element.attributes
    if (a['ac:macro-id'] && a['ac:schema-version']) return element
    const { 'ac:name': name, ...rest } = a
    const added = {
      'ac:name': name,
      'ac:schema-version': a['ac:schema-version'] || '1',
      'ac:macro-id': a['ac:macro-id'] || newId(),
    }
    return { ...element, attributes: attributes({ ...added, ...rest, ...added }) }
  })
}
