import { expect, it } from 'vitest'
import { openEditor } from '../../testing/open-editor.ts'
import { storageIn } from '../tiptap/create.ts'
import { sectionLink } from './section-link.ts'
import { BLOCK_KINDS } from './turn-into.ts'

const info = (inner: string) =>
  `<ac:structured-macro ac:name="info"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
const code =
  '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>'
const SHOWN: Readonly<Record<string, string>> = {
  paragraph: '<p>a</p>',
  h1: '<h1>a</h1>',
  h2: '<h2>a</h2>',
  h3: '<h3>a</h3>',
  bulletList: '<ul><li><p>a</p></li></ul>',
  orderedList: '<ol><li><p>a</p></li></ol>',
  taskList:
    '<ac:task-list><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body><p>a</p></ac:task-body></ac:task></ac:task-list>',
  blockquote: '<blockquote><p>a</p></blockquote>',
  codeBlock: code,
}

function opened(storage: string) {
  const editor = openEditor(storage)
  editor.state.doc.descendants((node, at) => {
    if (node.text === 'a') editor.commands.setTextSelection(at)
  })
  return editor
}

it.each(Object.keys(SHOWN).flatMap(from => Object.keys(SHOWN).map(to => [from, to] as const)))(
  'turns %s into %s, alone and in a box, and back by one undo',
  (from, to) => {
    for (const around of [
      (inner: string) => `${inner}<p>z</p>`,
      (inner: string) => `${info(`${inner}<p>z</p>`)}<p>y</p>`,
    ]) {
      const before = around(SHOWN[from] ?? '')
      const editor = opened(before)
      const kind = BLOCK_KINDS.find(({ id }) => id === to)
      expect(kind?.isOn(editor)).toBe(from === to)
      if (!kind || from === to) continue
      kind.run(editor).run()
      expect(storageIn(editor)).toBe(around(SHOWN[to] ?? ''))
      expect(kind.isOn(editor)).toBe(true)
      editor.commands.undo()
      expect(storageIn(editor)).toBe(before)
    }
  },
)

it('links to the section of a block as the page has it', () => {
  const { doc } = openEditor('<p>a</p><h2>Two words</h2><p>b</p><h3>Two words</h3><p>c</p>').state
  const page = { url: '/display/DS/Plan', title: 'Plan' }
  const linkBehind = (text: string) => {
    let end = 0
    doc.descendants((node, at) => {
      if (node.text === text) end = at + node.nodeSize + 1
    })
    return sectionLink(doc, end, page)?.replace(location.origin, '')
  }
  expect(linkBehind('a')).toBeUndefined()
  expect(linkBehind('b')).toBe('/display/DS/Plan#Plan-Twowords')
  expect(linkBehind('c')).toBe('/display/DS/Plan#Plan-Twowords.1')
})
