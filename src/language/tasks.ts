import type { ElementNode, StorageDocument, StorageNode } from './model.ts'
import { child, mapElements, text, textContent, walkElements } from './model.ts'
import type { Reference } from './references.ts'
import { referenceOf } from './references.ts'
import { nodesToText } from './text.ts'

export type TaskStatus = 'complete' | 'incomplete'

export interface Task {
  /** `ac:task-id`, unique in the document; undefined where a client omitted it. */
  readonly id: string | undefined
  readonly uuid: string | undefined
  readonly status: TaskStatus
  /** Without that of nested tasks. */
  readonly text: string
  /** Due date: the first date in its body, `YYYY-MM-DD`. */
  readonly due: string | undefined
  /** The first user named in its body. */
  readonly assignee: Reference | undefined
  /** Its content, without nested tasks. */
  readonly body: readonly StorageNode[]
  readonly element: ElementNode
}

/** The inline tasks in document order. */
export function tasks(doc: StorageDocument): Task[] {
  const found: Task[] = []
  for (const element of walkElements(doc)) if (element.name === 'ac:task') found.push(taskOf(element))
  return found
}

/** Task of an `ac:task`; anything but `complete` is incomplete. */
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
    // Lazy: tasks nest, and the text of each may include those inside.
    get text() {
      return own ? nodesToText(own.children) : ''
    },
    due,
    assignee,
    body: own?.children ?? [],
    element,
  }
}

function childText(element: ElementNode, name: string): string | undefined {
  const found = child(element, name)
  return found && textContent(found).trim()
}

function withoutNestedTasks(body: ElementNode): StorageDocument {
  const children = body.children.filter(node => node.type !== 'element' || node.name !== 'ac:task-list')
  return { type: 'document', children }
}

/** Sets the status of a task; the same document if there is no such task or no change. */
export function setTaskStatus(doc: StorageDocument, taskId: string, status: TaskStatus): StorageDocument {
  return mapElements(doc, element => {
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
    if (old) return { ...element, children: element.children.map(node => (node === old ? next : node)) }
    const at = element.children.findIndex(node => node.type === 'element' && node.name === 'ac:task-body')
    return { ...element, children: element.children.toSpliced(at < 0 ? element.children.length : at, 0, next) }
  })
}

/** Gives each task without an id the next free number. The same document if all have one. */
export function ensureTaskIds(doc: StorageDocument): StorageDocument {
  let highest = 0
  const seen = new Set<string>()
  for (const { id } of tasks(doc)) if (id && /^\d{1,15}$/.test(id)) highest = Math.max(highest, Number(id))
  return mapElements(doc, element => {
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
    const rest = element.children.filter(node => node.type !== 'element' || node.name !== 'ac:task-id')
    return { ...element, children: [own, ...rest] }
  })
}
