import { SaxesParser } from 'saxes'
import { ImportError } from '../contract.ts'

/** An element with its text concatenated; diagrams have no mixed content. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const MAX_DEPTH = 100
const MAX_ELEMENTS = 500_000

/**
 * Parses XML into a tree, refusing DTDs and so entities; time and memory are linear.
 * @throws ImportError when it is not well-formed or beyond the limits
 */
export function parseXml(source: string): Element {
  const parser = new SaxesParser({ position: true })
  const open: Element[] = []
  let root: Element | null = null
  let count = 0
  const refuse = (problem: string): never => {
    throw new ImportError(`Line ${parser.line}, column ${parser.column}: ${problem}`)
  }
  parser.on('error', error => refuse(`not well-formed XML (${error.message.replace(/^\d+:\d+: /, '')})`))
  parser.on('doctype', () => refuse('a DOCTYPE is not allowed; remove it'))
  parser.on('opentag', tag => {
    if (open.length >= MAX_DEPTH) refuse(`elements are nested deeper than ${MAX_DEPTH}`)
    if (++count > MAX_ELEMENTS) refuse(`more than ${MAX_ELEMENTS} elements; split the file`)
    const element: Element = {
      name: tag.name,
      attributes: tag.attributes as Record<string, string>,
      children: [],
      text: '',
    }
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else root = element
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const addText = (text: string) => {
    const here = open.at(-1)
    if (here) here.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(source.replace(/^\uFEFF/, '')).close()
  return root ?? refuse('no element')
}

export function childOf(element: Element, name: string): Element | undefined {
  return element.children.find(child => child.name === name)
}

/** An own attribute. */
export function attribute(element: Element, name: string): string | undefined {
  return Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined
}
