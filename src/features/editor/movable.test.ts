import { undo, history } from '@tiptap/pm/history'
import { EditorState } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { docOf, storageOf } from './testing/state.ts'
import { blocksAround, moveTo, removeBlock } from './web/blocks/movable.ts'

const info = (inner: string) =>
  `<ac:structured-macro ac:name="info"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
const table = (...cells: string[]) =>
  `<table><tbody><tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr></tbody></table>`
const columns = (...cells: string[]) =>
  `<ac:layout><ac:layout-section ac:type="two_equal">${cells
    .map(cell => `<ac:layout-cell>${cell}</ac:layout-cell>`)
    .join('')}</ac:layout-section></ac:layout>`
const item = (text: string) => `<li><p>${text}</p></li>`
const task = (text: string) =>
  `<ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body><p>${text}</p></ac:task-body></ac:task>`

const stateOf = (storage: string) => EditorState.create({ doc: docOf(storage), plugins: [history()] })

function placeOf({ doc }: EditorState, word: string): number {
  let found: number | undefined
  doc.descendants((node, at) => {
    if (node.text === word) found = at
  })
  if (found === undefined) throw new Error(`There is no ${word}`)
  return found
}

/** Position of the innermost block around a word that has a handle. */
function handleOf(state: EditorState, word: string): number {
  const block = blocksAround(state.doc, placeOf(state, word))[0]
  if (!block) throw new Error(`${word} has no handle`)
  return block.at
}

/** The line or item of a word. */
function beside(state: EditorState, word: string): number {
  const $word = state.doc.resolve(placeOf(state, word))
  const isItem = ['listItem', 'taskItem'].includes($word.node(-1).type.name)
  return $word.before(isItem ? -1 : undefined)
}

/** The storage after the block of a word was moved beside that of another, and after undo. */
function moved(storage: string, word: string, side: 'before' | 'after', other: string) {
  let state = stateOf(storage)
  const tr = moveTo(state.tr, handleOf(state, word), { at: beside(state, other), side })
  if (!tr) return undefined
  state = state.apply(tr)
  state.doc.check()
  const after = storageOf(state.doc)
  undo(state, transaction => {
    state = state.apply(transaction)
  })
  expect(storageOf(state.doc)).toBe(storage)
  return after
}

describe('a block that is dragged', () => {
  it.each([
    ['down', '<p>a</p><p>b</p><p>c</p>', 'a', 'after', 'b', '<p>b</p><p>a</p><p>c</p>'],
    ['up', '<p>a</p><p>b</p><p>c</p>', 'c', 'before', 'a', '<p>c</p><p>a</p><p>b</p>'],
    ['into a box', `<h2>a</h2>${info('<p>b</p>')}`, 'a', 'after', 'b', info('<p>b</p><h2>a</h2>')],
    ['out of a box', `<p>a</p>${info('<p>b</p><p>c</p>')}`, 'b', 'before', 'a', `<p>b</p><p>a</p>${info('<p>c</p>')}`],
    ['into a cell', `<p>a</p>${table('b', 'c')}`, 'a', 'after', 'c', table('b', 'c<p>a</p>')],
    [
      'out of a cell, as an element',
      `<p>a</p>${table('<p>b</p><p>c</p>')}`,
      'c',
      'after',
      'a',
      `<p>a</p><p>c</p>${table('<p>b</p>')}`,
    ],
    ['with its table', `<p>a</p>${table('b', 'c')}`, 'b', 'before', 'a', `${table('b', 'c')}<p>a</p>`],
    [
      'to another column',
      columns('<p>a</p><p>b</p>', '<p>c</p>'),
      'a',
      'after',
      'c',
      columns('<p>b</p>', '<p>c</p><p>a</p>'),
    ],
    ['out of a column, which gets a line', `<p>a</p>${columns('<p>b</p>', '<p>c</p>')}`, 'b', 'after', 'a', undefined],
    [
      'within a list',
      `<ul>${item('a')}${item('b')}${item('c')}</ul>`,
      'c',
      'before',
      'a',
      `<ul>${item('c')}${item('a')}${item('b')}</ul>`,
    ],
    [
      'with its list, when it is the last item',
      `<p>a</p><ol>${item('b')}</ol><p>c</p>`,
      'b',
      'after',
      'c',
      `<p>a</p><p>c</p><ol>${item('b')}</ol>`,
    ],
    [
      'out of its list, in the same kind of list',
      `<p>a</p><ol>${item('b')}${item('c')}</ol>`,
      'c',
      'before',
      'a',
      `<ol>${item('c')}</ol><p>a</p><ol>${item('b')}</ol>`,
    ],
    [
      'into a list, as an item',
      `<p>a</p><ul>${item('b')}</ul>`,
      'a',
      'after',
      'b',
      `<ul>${item('b')}${item('a')}</ul>`,
    ],
    [
      'to another kind of list',
      `<ul>${item('a')}${item('b')}</ul><ac:task-list>${task('c')}</ac:task-list>`,
      'a',
      'after',
      'c',
      `<ul>${item('b')}</ul><ac:task-list>${task('c')}${task('a')}</ac:task-list>`,
    ],
  ] as const)('moves %s, and back by one undo', (_name, before, word, side, other, after) => {
    const result = moved(before, word, side, other)
    if (after !== undefined) expect(result).toBe(after)
    else expect(result).toContain('<p>a</p><p>b</p><ac:layout>')
  })

  it.each([
    ['into itself', info('<p>a</p><p>b</p>'), 'before', 'a'],
    ['where it is', '<p>a</p><p>b</p>', 'before', 'b'],
  ] as const)('does not move %s', (_name, storage, side, other) => {
    const state = stateOf(storage)
    const place = { at: beside(state, other), side }
    expect(moveTo(state.tr, 0, place)).toBeUndefined()
  })

  it('leaves no empty list or quote behind, and an empty line in a box', () => {
    const removed = (storage: string, word: string) => {
      const state = stateOf(storage)
      return storageOf(removeBlock(state.tr, handleOf(state, word)).doc)
    }
    expect(removed(`<p>a</p><ul>${item('b')}</ul>`, 'b')).toBe('<p>a</p>')
    expect(removed('<p>a</p><blockquote><p>b</p></blockquote>', 'b')).toBe('<p>a</p>')
    expect(removed(`<p>a</p>${info('<p>b</p>')}`, 'b')).toMatch(
      /^<p>a<\/p><ac:structured-macro .*<\/ac:structured-macro>$/,
    )
    expect(removed(`<p>a</p><ul>${item('b')}${item('c')}</ul>`, 'b')).toBe(`<p>a</p><ul>${item('c')}</ul>`)
  })
})
