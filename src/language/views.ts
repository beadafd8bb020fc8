import type { ElementNode, StorageNode } from './model.ts'
import { child, childElements, textContent } from './model.ts'

/** A macro call as its element states it. */
export interface MacroInvocation {
  readonly name: string
  /** `ac:macro-id`, if present. */
  readonly id: string | undefined
  /** Text parameters by name; the unnamed one is ''. The last of equal names counts. */
  readonly parameters: Readonly<Record<string, string>>
  /** Parameters whose value is a resource (`ri:…`, `ac:link`), by name. */
  readonly resources: Readonly<Record<string, ElementNode>>
  readonly bodyKind: 'none' | 'rich' | 'plain'
  readonly rich: readonly StorageNode[]
  readonly plain: string
  readonly element: ElementNode
}

/** Whether an element is a macro, in the present form or the old one. */
export function isMacro(element: ElementNode): boolean {
  return element.name === 'ac:structured-macro' || element.name === 'ac:macro'
}

export function macroOf(element: ElementNode): MacroInvocation {
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>
  const resources: Record<string, ElementNode> = Object.create(null) as Record<string, ElementNode>
  let bodyKind: MacroInvocation['bodyKind'] = 'none'
  let rich: readonly StorageNode[] = []
  let plain = ''
  for (const item of childElements(element)) {
    if (item.name === 'ac:parameter' || item.name === 'ac:default-parameter') {
      const name = item.attributes['ac:name'] ?? ''
      const resource = childElements(item)[0]
      if (resource) resources[name] = resource.name === 'ac:link' ? (identifier(resource) ?? resource) : resource
      else parameters[name] = textContent(item)
    } else if (item.name === 'ac:rich-text-body') {
      bodyKind = 'rich'
      rich = item.children
    } else if (item.name === 'ac:plain-text-body') {
      bodyKind = 'plain'
      plain = textContent(item)
    }
  }
  const { attributes } = element
  return {
    name: attributes['ac:name'] ?? '',
    id: attributes['ac:macro-id'],
    parameters,
    resources,
    bodyKind,
    rich,
    plain,
    element,
  }
}

/** A part of a page that newer Confluence stores in the form of its new editor (`ac:adf-extension`). */
export interface AdfExtension {
  /** Kind of a panel: `info`, `note`, `success`, `warning`, `error` or `custom`; undefined for anything else. */
  readonly panelType: string | undefined
  /** Attributes of the part, by key. */
  readonly attributes: Readonly<Record<string, string>>
  /** The content for readers: the fallback that is stored beside the part, else its content. */
  readonly shown: readonly StorageNode[]
}

/** Reads an `ac:adf-extension`. Its content and its fallback have the same words: only one of them is shown. */
export function adfExtension(element: ElementNode): AdfExtension {
  const node = child(element, 'ac:adf-node')
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>
  for (const item of node ? childElements(node) : [])
    if (item.name === 'ac:adf-attribute') attributes[item.attributes['key'] ?? ''] = textContent(item)
  const isPanel = node?.attributes['type'] === 'panel'
  const fallback = child(element, 'ac:adf-fallback')
  const content = node && child(node, 'ac:adf-content')
  const shown = fallback && fallback.children.length > 0 ? fallback : content
  return {
    panelType: isPanel ? (attributes['panel-type'] ?? 'info') : undefined,
    attributes,
    shown: (shown && isPanel && panelContent(shown)) || (shown?.children ?? []),
  }
}

/** The content of a panel that is written as HTML: `div.panel > div.panelContent`. */
function panelContent(fallback: ElementNode): readonly StorageNode[] | undefined {
  const [box, ...others] = childElements(fallback)
  if (!box || others.length > 0 || !hasClass(box, 'panel')) return undefined
  return childElements(box).find(item => hasClass(item, 'panelContent'))?.children
}

function hasClass(element: ElementNode, name: string): boolean {
  return element.name === 'div' && (element.attributes['class'] ?? '').split(/\s+/).includes(name)
}

/** The resource identifier (`ri:…`) of a link or an image. */
export function identifier(element: ElementNode): ElementNode | undefined {
  return childElements(element).find(item => item.name.startsWith('ri:'))
}

/** The visible body of an `ac:link`: rich nodes, a plain text, or nothing. */
export function linkBody(link: ElementNode): { readonly rich: readonly StorageNode[] } | { readonly plain: string } {
  const rich = child(link, 'ac:link-body')
  if (rich) return { rich: rich.children }
  const plain = child(link, 'ac:plain-text-link-body')
  return { plain: plain ? textContent(plain) : '' }
}

/** The heading level of an element, 1 to 6, or 0. */
export function headingLevel(element: ElementNode): number {
  return /^h[1-6]$/.test(element.name) ? Number(element.name.charAt(1)) : 0
}
