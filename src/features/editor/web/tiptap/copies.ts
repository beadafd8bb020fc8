/** Copies of nodes within a page. */
import { Fragment, type Node as ProseNode } from '@tiptap/pm/model'
import { bagOf, changeBag } from './attribute-bag.ts'
import { SOURCES } from './sources.ts'

const IDS = { 'ac:macro-id': undefined, 'ac:local-id': undefined }
const MACRO_ID = / ac:(?:macro|local)-id="[^"]*"/g

/** A copy without what belongs to the original alone: ids of macros and tasks, and markers of comments. */
export function copyOf(node: ProseNode): ProseNode {
  const marks = node.marks.filter(({ attrs }) => attrs['tag'] !== 'ac:inline-comment-marker')
  if (node.isText) return node.mark(marks)
  const content: ProseNode[] = []
  node.forEach(child => content.push(copyOf(child)))
  const sources = SOURCES.flatMap(name => {
    const source: unknown = node.attrs[name]
    return typeof source === 'string' ? [[name, source.replaceAll(MACRO_ID, '')]] : []
  })
  const attrs = {
    ...node.attrs,
    ...(Object.fromEntries(sources) as Record<string, string>),
    ...(node.type.name === 'taskItem' ? { head: '', tail: '' } : {}),
    ...('attributes' in node.attrs ? { attributes: changeBag(bagOf(node), IDS) } : {}),
  }
  return node.type.create(attrs, Fragment.from(content), marks)
}
