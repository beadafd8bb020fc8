/** Copies of nodes: what belongs to the original alone is left out, which are ids and the markers of comments. */
import { Fragment, type Mark, type Node as ProseNode, Slice } from '@tiptap/pm/model'
import { bagOf, changeBag } from './attribute-bag.ts'
import { SOURCES } from './sources.ts'

const MACRO_IDS = ['ac:macro-id', 'ac:local-id'] as const
const MACRO_ID = / ac:(?:macro|local)-id="([^"]*)"/g
const TASK_ID = /<ac:task-(?:id|uuid)>([^<]*)<\/ac:task-(?:id|uuid)>/g
const MARKER = 'ac:inline-comment-marker'

/** Whether the original has an id, so that the copy may not; by default it has all of them. */
type IsTaken = (id: string) => boolean

const always: IsTaken = () => true

/** A copy without the ids that are taken. */
export function copyOf(node: ProseNode, isTaken = always): ProseNode {
  const marks = node.marks.filter(mark => !isMarker(mark) || !isTaken(markerId(mark)))
  if (node.isText) return node.mark(marks)
  const attrs = { ...node.attrs }
  for (const name of SOURCES) {
    const source: unknown = attrs[name]
    if (typeof source === 'string' && source !== '') attrs[name] = withoutIds(source, isTaken)
  }
  if ('attributes' in attrs) {
    const bag = bagOf(node)
    const lost = MACRO_IDS.filter(name => bag[name] !== undefined && isTaken(bag[name]))
    if (lost.length > 0) attrs['attributes'] = changeBag(bag, Object.fromEntries(lost.map(name => [name, undefined])))
  }
  return node.type.create(attrs, copyOfFragment(node.content, isTaken), marks)
}

/** {@link copyOf} for what is pasted. */
export function copyOfSlice({ content, openStart, openEnd }: Slice, isTaken = always): Slice {
  return new Slice(copyOfFragment(content, isTaken), openStart, openEnd)
}

function copyOfFragment(fragment: Fragment, isTaken: IsTaken): Fragment {
  const copies: ProseNode[] = []
  fragment.forEach(child => copies.push(copyOf(child, isTaken)))
  return Fragment.fromArray(copies)
}

function withoutIds(source: string, isTaken: IsTaken): string {
  return source
    .replaceAll(MACRO_ID, (whole, id: string) => (isTaken(id) ? '' : whole))
    .replaceAll(TASK_ID, (whole, id: string) => (isTaken(taskId(id)) ? '' : whole))
}

/** Ids of the nodes and marks of a document outside a range. */
export function idsOutside(doc: ProseNode, from: number, to: number): ReadonlySet<string> {
  const ids = new Set<string>()
  doc.descendants((node, at) => {
    const end = at + node.nodeSize
    if (at >= from && end <= to) return false
    // A text that is selected in part has its marker outside too.
    for (const mark of node.marks) if (isMarker(mark)) ids.add(markerId(mark))
    addIds(node, ids)
    return true
  })
  return ids
}

function addIds(node: ProseNode, ids: Set<string>): void {
  for (const name of SOURCES) {
    const source: unknown = node.attrs[name]
    if (typeof source !== 'string') continue
    for (const [, id = ''] of source.matchAll(MACRO_ID)) ids.add(id)
    for (const [, id = ''] of source.matchAll(TASK_ID)) ids.add(taskId(id))
  }
  for (const name of MACRO_IDS) {
    const id = bagOf(node)[name]
    if (id !== undefined) ids.add(id)
  }
}

const isMarker = ({ attrs }: Mark): boolean => attrs['tag'] === MARKER
const markerId = ({ attrs }: Mark): string =>
  `marker ${(attrs['attributes'] as Record<string, string> | null)?.['ac:ref'] ?? ''}`
/** Numbers of tasks are no ids of macros. */
const taskId = (id: string): string => `task ${id}`
