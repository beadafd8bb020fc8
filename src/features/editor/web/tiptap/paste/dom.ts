/** Changes to pasted elements, which belong to a document without a window. */
import { editorNodes, type EditorMarkName, type EditorNodeName, type NodeDefinition } from '#language/editor/index.ts'
import { CARRIED, TYPE } from '../dom-names.ts'

/** An element that the editor reads as one of its nodes or marks. */
export function elementOf(
  dom: Node,
  type: EditorNodeName | EditorMarkName,
  attrs: Readonly<Record<string, unknown>>,
  children: Iterable<Node> = [],
): HTMLElement {
  const definition: NodeDefinition | undefined = editorNodes[type as EditorNodeName]
  const isBlock = definition !== undefined && definition.inline !== true
  const element = create(dom, isBlock ? 'div' : 'span', children)
  element.setAttribute(TYPE, type)
  element.setAttribute(CARRIED, JSON.stringify(attrs))
  return element
}

/** A new element with children that are moved into it. */
export function create(dom: Node, tag: string, children: Iterable<Node> = []): HTMLElement {
  const element = (dom.ownerDocument as Document).createElement(tag)
  element.append(...children)
  return element
}

/** The elements inside that match, the innermost first: their content may be moved then. */
export function inside(dom: Element, selector: string): HTMLElement[] {
  return [...dom.querySelectorAll(selector)].filter(element => element instanceof HTMLElement).toReversed()
}

/** Gives an element another tag and its attributes, with the same children. */
export function retag(element: Element, tag: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const next = create(element, tag, element.childNodes)
  for (const [name, value] of Object.entries(attributes)) next.setAttribute(name, value)
  element.replaceWith(next)
  return next
}

/** A task list as the editor reads it. */
export function toTaskList(list: Element, items: ReadonlyArray<readonly [item: Element, isDone: boolean]>): void {
  for (const [item, isDone] of items) retag(item, 'li', { 'data-checked': String(isDone) })
  retag(list, 'ul', { 'data-type': 'taskList' })
}
