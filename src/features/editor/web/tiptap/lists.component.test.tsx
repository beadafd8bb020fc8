import type { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { openEditor } from '../../testing/open-editor.ts'
import { storageIn } from './create.ts'
import { toggleList, type ListName } from './lists.ts'

const LISTS: Readonly<Record<ListName, (...items: string[]) => string>> = {
  bulletList: (...items) => `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`,
  orderedList: (...items) => `<ol>${items.map(item => `<li>${item}</li>`).join('')}</ol>`,
  taskList: (...items) =>
    `<ac:task-list>${items
      .map(item => `<ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>${item}</ac:task-body></ac:task>`)
      .join('')}</ac:task-list>`,
}
const NAMES = Object.keys(LISTS) as ListName[]
const bullets = LISTS.bulletList
const box = (name: string) => (inner: string) =>
  `<ac:structured-macro ac:name="${name}"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
const AROUND: Readonly<Record<string, (inner: string) => string>> = {
  page: inner => inner,
  panel: box('panel'),
  expand: box('expand'),
  cell: inner => `<table><tbody><tr><td>${inner}</td><td>z</td></tr></tbody></table>`,
  quote: inner => `<blockquote>${inner}</blockquote>`,
  item: inner => bullets(`<p>outer</p>${box('info')(inner)}`),
}

/** Selects from the text of the first to that of the second. */
function select(editor: Editor, first: string, last = first): void {
  const places = new Map<string, number>()
  editor.state.doc.descendants((node, at) => {
    if (node.text !== undefined) places.set(node.text, at)
  })
  editor.commands.setTextSelection({ from: places.get(first) ?? 0, to: (places.get(last) ?? 0) + last.length })
}

const toggled = (editor: Editor, name: ListName): string => {
  editor.commands.command(toggleList(name))
  return storageIn(editor)
}

it.each(Object.keys(AROUND).flatMap(around => NAMES.flatMap(from => NAMES.map(to => [around, from, to] as const))))(
  'stays in its %s when a %s is made a %s',
  (name, from, to) => {
    const around = AROUND[name] ?? String
    const before = around(`<p>y</p>${LISTS[from]('<p>a</p>', '<p>b</p>')}<p>x</p>`)
    const editor = openEditor(before)
    select(editor, 'a', 'b')
    const expected = from === to ? '<p>a</p><p>b</p>' : LISTS[to]('<p>a</p>', '<p>b</p>')
    expect(toggled(editor, to)).toBe(around(`<p>y</p>${expected}<p>x</p>`))
    const { from: start, to: end } = editor.state.selection
    expect(editor.state.doc.textBetween(start, end, ' ')).toBe('a b')
    editor.commands.undo()
    expect(storageIn(editor)).toBe(before)
  },
)

it.each(Object.keys(AROUND))('is made of the selected blocks of a %s', name => {
  const around = AROUND[name] ?? String
  const editor = openEditor(around('<h2>a</h2><p>b</p><p>x</p>'))
  select(editor, 'a', 'b')
  expect(toggled(editor, 'orderedList')).toBe(around(`${LISTS.orderedList('<p>a</p>', '<p>b</p>')}<p>x</p>`))
})

it('takes texts and lists of the selection together, and leaves other blocks where they are', () => {
  const text = `<p>a</p>${bullets('<p>b</p>', '<p>c</p>')}${box('info')('<p>i</p>')}<h2>d</h2>`
  const editor = openEditor(box('panel')(text))
  select(editor, 'a', 'd')
  expect(toggled(editor, 'orderedList')).toBe(
    box('panel')(
      LISTS.orderedList('<p>a</p>', '<p>b</p>', '<p>c</p>') + box('info')('<p>i</p>') + LISTS.orderedList('<p>d</p>'),
    ),
  )
  editor.commands.undo()
  expect(storageIn(editor)).toBe(box('panel')(text))
})

it('changes the innermost list alone', () => {
  const editor = openEditor(bullets(`<p>a</p>${bullets('<p>b</p>')}`))
  select(editor, 'b')
  expect(toggled(editor, 'orderedList')).toBe(bullets(`<p>a</p>${LISTS.orderedList('<p>b</p>')}`))
})

it('is ended when the whole text is selected', () => {
  const editor = openEditor(bullets('<p>a</p>', '<p>b</p>'))
  editor.commands.selectAll()
  expect(toggled(editor, 'orderedList')).toBe(LISTS.orderedList('<p>a</p>', '<p>b</p>'))
  editor.commands.selectAll()
  expect(toggled(editor, 'orderedList')).toBe('<p>a</p><p>b</p>')
})

it('leaves a selected box as it is', () => {
  const text = `${box('info')('<p>a</p>')}<p>b</p>`
  const editor = openEditor(text)
  editor.commands.setNodeSelection(0)
  expect(toggled(editor, 'bulletList')).toBe(text)
})
