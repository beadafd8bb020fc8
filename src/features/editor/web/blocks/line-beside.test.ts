import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { docOf, storageOf } from '../../testing/state.ts'
import { lineBeside } from './line-beside.ts'
import { blocksAround } from './movable.ts'

const info = (inner: string) =>
  `<ac:structured-macro ac:name="info"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
const table = (cell: string) => `<table><tbody><tr><td>${cell}</td></tr></tbody></table>`
const tasks = (...words: string[]) =>
  `<ac:task-list>${words
    .map(
      word =>
        `<ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body><p>${word}</p></ac:task-body></ac:task>`,
    )
    .join('')}</ac:task-list>`

/** The storage after a sign was typed into the line beside the block of a word. */
function typedBeside(storage: string, word: string, side: 'before' | 'after'): string | undefined {
  const state = EditorState.create({ doc: docOf(storage) })
  let at: number | undefined
  state.doc.descendants((node, position) => {
    if (node.text === word) at = position
  })
  const block = at === undefined ? undefined : blocksAround(state.doc, at)[0]
  const line = block && lineBeside(state.tr, { at: block.at, side })
  line?.insertText('+').doc.check()
  return line && storageOf(line.doc)
}

test.for<[what: string, storage: string, side: 'before' | 'after', wanted: string]>([
  ['below a paragraph', '<p>a</p><p>b</p>', 'after', '<p>a</p><p>+</p><p>b</p>'],
  ['above a paragraph', '<p>b</p><p>a</p>', 'before', '<p>b</p><p>+</p><p>a</p>'],
  [
    'in a list',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
    'after',
    '<ul><li><p>a</p></li><li><p>+</p></li><li><p>b</p></li></ul>',
  ],
  ['in tasks', tasks('a', 'b'), 'before', tasks('+', 'a', 'b')],
  ['in a box', info('<p>a</p>'), 'after', info('<p>a</p><p>+</p>')],
  ['below a table, for a cell with one line', `${table('a')}<p>b</p>`, 'after', `${table('a')}<p>+</p><p>b</p>`],
  ['in a cell with lines', table('<p>a</p><p>b</p>'), 'after', table('<p>a</p><p>+</p><p>b</p>')],
])('a line begins %s', ([, storage, side, wanted]) => {
  expect(typedBeside(storage, 'a', side)).toBe(wanted)
})

test('an empty line takes the cursor itself', () => {
  const state = EditorState.create({ doc: docOf('<p>a</p><p></p><p>b</p>') })
  const line = lineBeside(state.tr, { at: 3, side: 'after' })
  expect(line?.docChanged).toBe(false)
  expect(line?.selection.from).toBe(4)
})
