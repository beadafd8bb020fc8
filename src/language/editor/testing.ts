import fc from 'fast-check'
import { document, element, serialise, type StorageNode } from '../index.ts'

const names = [
  'p',
  'p',
  'h2',
  'ul',
  'li',
  'li',
  'ol',
  'table',
  'tbody',
  'thead',
  'tr',
  'tr',
  'td',
  'th',
  'colgroup',
  'col',
  'strong',
  'b',
  'em',
  'span',
  'a',
  'code',
  'br',
  'hr',
  'pre',
  'div',
  'blockquote',
  'ac:link',
  'ri:page',
  'ri:user',
  'ac:link-body',
  'ac:plain-text-link-body',
  'ac:image',
  'ri:attachment',
  'ac:task-list',
  'ac:task',
  'ac:task-id',
  'ac:task-status',
  'ac:task-body',
  'ac:structured-macro',
  'ac:parameter',
  'ac:rich-text-body',
  'ac:plain-text-body',
  'ac:layout',
  'ac:layout-section',
  'ac:layout-cell',
  'ac:emoticon',
  'time',
  'dl',
  'foo',
  'ac:inline-comment-marker',
]
const attributes = fc.dictionary(
  fc.constantFrom('class', 'style', 'colspan', 'rowspan', 'href', 'ac:name', 'ac:macro-id', 'ri:content-title', 'x'),
  fc.constantFrom('', '1', '2', 'code', 'info', 'status', 'expand', 'width: 40px', 'A page', '__proto__'),
  { maxKeys: 3 },
)
const words = fc.constantFrom('a', ' ', '\n', ' b ', '  ', 'c d', '\n\t e', '\u00a0', ']]>', '\r', 'complete')
const { children } = fc.letrec<{ node: StorageNode; children: StorageNode[] }>(tie => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    words.map((text): StorageNode => ({ type: 'text', text })),
    fc.constant<StorageNode>({ type: 'comment', text: ' note ' }),
    fc
      .tuple(fc.constantFrom(...names), attributes, tie('children'))
      .map(([name, attrs, children]): StorageNode => element(name, attrs, children)),
  ),
  children: fc.array(tie('node'), { maxLength: 6, depthIdentifier: 'tree' }),
}))

/** Texts in storage format with all kinds of elements, in and out of the places that they are made for. */
export const anyStorage: fc.Arbitrary<string> = children.map(nodes => serialise(document(nodes)))
