import {
  childElements,
  document,
  element,
  text,
  walkElements,
  type ElementNode,
  type StorageDocument,
  type StorageNode,
} from '#language/index.ts'
import type { TemplateVariable } from '../contract.ts'

/** Variables that a template asks for at most. */
const MOST_VARIABLES = 100
/** Rows of a `textarea` that does not say how many. */
const ROWS = 5

/**
 * Variables of a template: those of its `at:declarations` in their order, then those that its text uses without a
 * declaration, each a line of text.
 */
export function variablesOf(doc: StorageDocument): TemplateVariable[] {
  const variables = new Map<string, TemplateVariable>()
  const used: string[] = []
  for (const node of walkElements(doc)) {
    const name = node.attributes['at:name']
    if (name === undefined || name === '') continue
    const declared = declaration(node, name)
    if (declared && !variables.has(name)) variables.set(name, declared)
    if (node.name === 'at:var') used.push(name)
  }
  for (const name of used) if (!variables.has(name)) variables.set(name, { name, type: 'string' })
  return [...variables.values()].slice(0, MOST_VARIABLES)
}

function declaration(node: ElementNode, name: string): TemplateVariable | undefined {
  switch (node.name) {
    case 'at:string':
      return { name, type: 'string' }
    case 'at:textarea':
      return {
        name,
        type: 'textarea',
        rows: Math.min(Number.parseInt(node.attributes['at:rows'] ?? '', 10) || ROWS, 30),
      }
    case 'at:list': {
      const options = childElements(node).flatMap(option => option.attributes['at:value'] ?? [])
      return { name, type: 'list', options }
    }
    default:
      return undefined
  }
}

/** The text of a page from a template: each variable is its value, what has none is left out, as are declarations. */
export function filled(doc: StorageDocument, values: ReadonlyMap<string, string>): StorageDocument {
  return document(filledNodes(doc.children, values))
}

function filledNodes(nodes: readonly StorageNode[], values: ReadonlyMap<string, string>): StorageNode[] {
  return nodes.flatMap((node): StorageNode[] => {
    if (node.type !== 'element') return [node]
    if (node.name === 'at:declarations') return []
    if (node.name === 'at:var') return lines(values.get(node.attributes['at:name'] ?? '') ?? '')
    return [{ ...node, children: filledNodes(node.children, values) }]
  })
}

function lines(value: string): StorageNode[] {
  return value
    .split(/\r\n?|\n/)
    .flatMap((line, index): StorageNode[] => [
      ...(index === 0 ? [] : [element('br')]),
      ...(line === '' ? [] : [text(line)]),
    ])
}
