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
