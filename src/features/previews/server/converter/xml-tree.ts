import { Refusal } from './protocol.ts'
import { readXml, type XmlAttributes } from './xml.ts'

/** Element of an XML file, by names without prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: XmlAttributes
  readonly children: XmlElement[]
  text: string
}

/** Elements of one file. */
const MOST_ELEMENTS = 200_000
/** Elements within each other. */
const MOST_LEVELS = 200

/** The root of an XML file. @throws Refusal if it is not well-formed, or has too many or too deep elements */
export function treeOf(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  readXml(xml, {
    open(name, attributes) {
      if (++count > MOST_ELEMENTS || open.length > MOST_LEVELS) throw new Refusal('This file is too large to be shown')
      const element: XmlElement = { name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    text(text) {
      const element = open.at(-1)
      if (element) element.text += text
    },
    close: () => open.pop(),
  })
  return root.children[0] ?? root
}

/** The element on a way of names below another one; undefined if one of them is missing. */
export function at(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  let found = element
  for (const name of names) found = found?.children.find(child => child.name === name)
  return found
}

/** All elements of a name below another one. */
export function* allOf(element: XmlElement | undefined, name: string): Generator<XmlElement> {
  for (const child of element?.children ?? []) {
    if (child.name === name) yield child
    yield* allOf(child, name)
  }
}

/** The text in an element and those below it. */
export function allText(element: XmlElement | undefined): string {
  return element ? (element.text + element.children.map(allText).join('')).trim() : ''
}

/** A number of an attribute; undefined if it is missing or invalid. */
export function numberIn(element: XmlElement | undefined, name: string): number | undefined {
  const value = Number(element?.attributes[name] ?? NaN)
  return Number.isFinite(value) ? value : undefined
}
