import { expect, it } from 'vitest'
import { boxNames } from '#language/testing.ts'
import { openEditor } from '../../testing/open-editor.ts'
import { storageIn } from './create.ts'

const macro = (name: string, parameters: string, body: string) =>
  `<ac:structured-macro ac:name="${name}" ac:macro-id="m">${parameters}<ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const TABLE = '<table><tbody><tr><th>Jan</th></tr><tr><td>1</td></tr></tbody></table>'

it.each([
  ['align', parameter('', 'Right'), 'right'],
  ['align', parameter('align', 'center'), 'center'],
  ['align', parameter('align', 'url(x)'), ''],
  ['center', '', 'center'],
  ['chart', parameter('title', 'Sales') + parameter('type', 'bar'), ''],
  ['table-filter', parameter('labels', 'Area‚Brand') + parameter('cell-width', '250,250'), ''],
])('edits the body of %s in place, and keeps its parameters: %s', (name, parameters, alignment) => {
  const boxes = new Set([...boxNames, 'chart', 'table-filter'])
  const before = macro(name, parameters, `<p>words</p>${TABLE}`)
  const editor = openEditor(before, { boxes })
  const body = editor.view.dom.querySelector<HTMLElement>('.ox-macro-body')
  expect(body?.querySelector('table')).not.toBeNull()
  expect(body?.style.textAlign).toBe(alignment)
  editor.state.doc.descendants((node, at) => {
    if (node.text === 'words') editor.commands.insertContentAt(at + 'words'.length, ' and more')
  })
  expect(storageIn(editor)).toBe(before.replace('words', 'words and more'))
})

it.each([
  ['', 'Filter of a table'],
  [parameter('title', 'Brands'), 'Filter of a table: Brands'],
])('names a box by the title of its macro, and by its own: %j', (parameters, label) => {
  const boxes = new Set([...boxNames, 'table-filter'])
  const titles = new Map([['table-filter', 'Filter of a table']])
  const editor = openEditor(macro('table-filter', parameters, TABLE), { boxes, titles })
  expect(editor.view.dom.querySelector('.ox-macro-label')?.textContent).toBe(label)
})
