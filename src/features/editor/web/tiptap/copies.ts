/** Copies of nodes: what belongs to the original alone is left out, which are ids and the markers of comments. */
import { Fragment, type Mark, type Node as ProseNode, Slice } from '@tiptap/pm/model'
import { attributes, textContent, type StorageNode } from '#language/model.ts'
import { bagOf, changeBag } from './attribute-bag.ts'
import { rewriteSource, SOURCES } from './sources.ts'

const MACRO_IDS: readonly string[] = ['ac:macro-id', 'ac:local-id']
const TASK_IDS: ReadonlySet<string> = new Set(['ac:task-id', 'ac:task-uuid'])
const MARKER = 'ac:inline-comment-marker'
/** An id of a macro, of a task, or of a marker, in its own group. */
const ID =
  / ac:(?:macro|local)-id="([^"]*)"|<ac:task-(?:id|uuid)>([^<]*)<|<ac:inline-comment-marker [^>]*?ac:ref="([^"]*)"/g

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

/** A source without the ids that are taken. Words that look like one, as in a sample of storage format, stay. */
function withoutIds(source: string, isTaken: IsTaken): string {
  if (![...idsIn(source)].some(isTaken)) return source
  return rewriteSource(source, doc => ({ ...doc, children: nodesWithoutIds(doc.children, isTaken) }))
}

function nodesWithoutIds(nodes: readonly StorageNode[], isTaken: IsTaken): StorageNode[] {
  return nodes.flatMap(node => {
    if (node.type !== 'element') return [node]
    if (TASK_IDS.has(node.name) && isTaken(taskId(textContent(node)))) return []
    const children = nodesWithoutIds(node.children, isTaken)
    if (node.name === MARKER && isTaken(refId(node.attributes['ac:ref']))) return children
    const kept = Object.entries(node.attributes).filter(([name, id]) => !MACRO_IDS.includes(name) || !isTaken(id))
    return [{ ...node, attributes: attributes(Object.fromEntries(kept)), children }]
  })
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
    if (typeof source === 'string') for (const id of idsIn(source)) ids.add(id)
  }
  for (const name of MACRO_IDS) {
    const id = bagOf(node)[name]
    if (id !== undefined) ids.add(id)
  }
}

/** Ids in a source, and words in its texts that look like one. */
function* idsIn(source: string): Generator<string> {
  for (const [, macro, task, ref] of source.matchAll(ID))
    yield macro ?? (task === undefined ? refId(ref) : taskId(task))
}

const isMarker = ({ attrs }: Mark): boolean => attrs['tag'] === MARKER
const markerId = ({ attrs }: Mark): string => refId((attrs['attributes'] as Record<string, string> | null)?.['ac:ref'])
const refId = (ref = ''): string => `marker ${ref}`
/** Numbers of tasks are no ids of macros. */
const taskId = (id: string): string => `task ${id}`
