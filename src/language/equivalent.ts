import type { ElementNode, StorageNode } from './model.ts'
import { parse } from './parse.ts'

/** Attributes that the server adds to macros, ignored in comparisons. */
const addedAttributes: ReadonlySet<string> = new Set(['ac:macro-id', 'ac:schema-version'])

/**
 * Whether two texts in storage format are equivalent: they differ at most in the order of attributes, the spelling of
 * entities, the splitting of CDATA, the form of empty elements, and the `ac:macro-id` and `ac:schema-version` that the
 * server adds.
 *
 * @throws {StorageSyntaxError} if either is not well-formed
 */
export function equivalent(a: string, b: string): boolean {
  return sameNodes(parse(a).children, parse(b).children)
}

function sameNodes(a: readonly StorageNode[], b: readonly StorageNode[]): boolean {
  return a.length === b.length && a.every((node, index) => sameNode(node, b[index]))
}

function sameNode(a: StorageNode, b: StorageNode | undefined): boolean {
  if (b === undefined || a.type !== b.type) return false
  if (a.type !== 'element') return b.type !== 'element' && a.text === b.text
  return b.type === 'element' && a.name === b.name && sameAttributes(a, b) && sameNodes(a.children, b.children)
}

function sameAttributes(a: ElementNode, b: ElementNode): boolean {
  const names = meaningful(a)
  return (
    names.length === meaningful(b).length &&
    names.every(name => name in b.attributes && a.attributes[name] === b.attributes[name])
  )
}

function meaningful(element: ElementNode): string[] {
  const isMacro = element.name === 'ac:structured-macro' || element.name === 'ac:macro'
  const names = Object.keys(element.attributes)
  return isMacro ? names.filter(name => !addedAttributes.has(name)) : names
}
