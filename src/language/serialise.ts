import type { ElementNode, StorageDocument, StorageNode } from './model.ts'

/** Elements whose character data is CDATA, as the server and its clients write it. */
const cdataElements: ReadonlySet<string> = new Set(['ac:plain-text-body', 'ac:plain-text-link-body'])

const textEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  // By name, to be visible.
  '\u00a0': '&nbsp;',
  '\u00ad': '&shy;',
}

const attributeEscapes: Readonly<Record<string, string>> = {
  ...textEscapes,
  '"': '&quot;',
  // A parser turns these into spaces unless they are references.
  '\t': '&#9;',
  '\n': '&#10;',
}

/**
 * Canonical text of a document: attributes in their order with double quotes, empty elements as `<x />`, plain text
 * bodies as CDATA, no entities in other text but `&amp; &lt; &gt; &nbsp; &shy;`. `serialise(parse(serialise(d)))`
 * equals `serialise(d)`.
 */
export function serialise(doc: StorageDocument): string {
  return serialiseNodes(doc.children)
}

/** As `serialise`, for some nodes. */
export function serialiseNodes(nodes: readonly StorageNode[], insideCdata = false): string {
  let out = ''
  for (const node of nodes) {
    if (node.type === 'text') out += insideCdata ? cdata(node.text) : escapeText(node.text)
    else if (node.type === 'comment') out += `<!--${node.text}-->`
    else out += serialiseElement(node)
  }
  return out
}

function serialiseElement(node: ElementNode): string {
  let tag = `<${node.name}`
  for (const name in node.attributes) tag += ` ${name}="${escapeAttribute(node.attributes[name] ?? '')}"`
  const plain = cdataElements.has(node.name)
  if (node.children.length === 0) return plain ? `${tag}><![CDATA[]]></${node.name}>` : `${tag} />`
  return `${tag}>${serialiseNodes(node.children, plain)}</${node.name}>`
}

function cdata(text: string): string {
  const split = text.replaceAll(']]>', ']]]]><![CDATA[>')
  // A carriage return inside CDATA would be parsed as a line feed.
  return `<![CDATA[${split.replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`
}

function escapeText(text: string): string {
  return text.replace(/[&<>\r\u00a0\u00ad]/g, found => textEscapes[found] ?? found)
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r\u00a0\u00ad]/g, found => attributeEscapes[found] ?? found)
}
