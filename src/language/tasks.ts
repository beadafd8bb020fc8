import type { ElementNode, StorageDocument } from './model.ts'
import { child, mapElements, text, textContent, walkElements } from './model.ts'
import type { Reference } from './references.ts'
import { referenceOf } from './references.ts'
import { nodesToText } from './text.ts'

export type TaskStatus = 'complete' | 'incomplete'

/** An inline task of a document. */
export interface Task {
  /** `ac:task-id`, unique in the document; undefined where a client left it out. */
  readonly id: string | undefined
  readonly uuid: string | undefined
  readonly status: TaskStatus
  /** Its own text, without that of tasks nested in it. */
  readonly text: string
  /** The first date in its body, `YYYY-MM-DD`: when it is due. */
  readonly due: string | undefined
  /** The first user named in its body: whose it is. */
  readonly assignee: Reference | undefined
  readonly element: ElementNode
}

/** The inline tasks in document order. */
export function tasks(doc: StorageDocument): Task[] {
  const found: Task[] = []
  for (const element of walkElements(doc)) if (element.name === 'ac:task') found.push(taskOf(element))
  return found
}

/** Reads an `ac:task`. Anything that is not `complete` is incomplete. */
export function taskOf(element: ElementNode): Task {
  const body = child(element, 'ac:task-body')
  const own = body ? withoutNestedTasks(body) : undefined
  let due: string | undefined
  let assignee: Reference | undefined
  for (const item of own ? walkElements(own) : []) {
    if (item.name === 'time') due ??= /^\d{4}-\d{2}-\d{2}/.exec(item.attributes.datetime ?? '')?.[0]
    if (item.name === 'ri:user') assignee ??= referenceOf(item)
  }
  return {
    id: childText(element, 'ac:task-id'),
    uuid: childText(element, 'ac:task-uuid'),
    status: childText(element, 'ac:task-status') === 'complete' ? 'complete' : 'incomplete',
    // Made when it is asked for: tasks nest, and the text of each may hold those of the ones inside.
    get text() {
      return own ? nodesToText(own.children) : ''
    },
    due,
    assignee,
    element,
  }
}

function childText(element: ElementNode, name: string): string | undefined {
  const found = child(element, name)
  return found && textContent(found).trim()
}

function withoutNestedTasks(body: ElementNode): StorageDocument {
  const children = body.children.filter((node) => node.type !== 'element' || node.name !== 'ac:task-list')
  return { type: 'document', children }
}

/** Sets the status of the task of that id; the same document if it has no such task or the status already stands. */
export function setTaskStatus(doc: StorageDocument, taskId: string, status: TaskStatus): StorageDocument {
  return mapElements(doc, (element) => {
    if (element.name !== 'ac:task' || childText(element, 'ac:task-id') !== taskId) return element
    const old = child(element, 'ac:task-status')
    if (old && textContent(old).trim() === status) return element
    const next: ElementNode = {
      type: 'element',
      name: 'ac:task-status',
      attributes: old?.attributes ?? {},
      children: [text(status)],
      offset: -1,
    }
    if (old) return { ...element, children: element.children.map((node) => (node === old ? next : node)) }
    const at = element.children.findIndex((node) => node.type === 'element' && node.name === 'ac:task-body')
    return { ...element, children: element.children.toSpliced(at < 0 ? element.children.length : at, 0, next) }
  })
}

/**
 * Gives each task without an id the next free number, so that each can be addressed. The same document if all have one.
 */
export function ensureTaskIds(doc: StorageDocument): StorageDocument {
  let highest = 0
  const seen = new Set<string>()
  for (const { id } of tasks(doc)) if (id && /^\d{1,15}$/.test(id)) highest = Math.max(highest, Number(id))
  return mapElements(doc, (element) => {
    if (element.name !== 'ac:task') return element
    const id = childText(element, 'ac:task-id')
    if (id && !seen.has(id)) {
      seen.add(id)
      return element
    }
    const own: ElementNode = {
      type: 'element',
      name: 'ac:task-id',
      attributes: {},
      children: [text(String(++highest))],
      offset: -1,
    }
    const rest = element.children.filter((node) => node.type !== 'element' || node.name !== 'ac:task-id')
    return { ...element, children: [own, ...rest] }
  })
}
