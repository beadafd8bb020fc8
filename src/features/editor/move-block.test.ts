import { describe, expect, it } from 'vitest'
import { Keyboard } from './testing/keys.ts'

const info = (inner: string) =>
  `<ac:structured-macro ac:name="info"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
const cell = (inner: string) => `<table><tbody><tr><td>${inner}</td></tr></tbody></table>`
const item = (text: string) => `<li><p>${text}</p></li>`
const task = (id: string, text: string) =>
  `<ac:task>${id && `<ac:task-id>${id}</ac:task-id>`}<ac:task-status>incomplete</ac:task-status><ac:task-body>${text}</ac:task-body></ac:task>`

function pressed(before: string, ...keys: string[]): { storage: string; place: string } {
  const keyboard = new Keyboard(before)
  for (const key of keys) expect(keyboard.press(key)).toBe(true)
  return { storage: keyboard.storage, place: keyboard.place }
}

describe('keys that move blocks', () => {
  const UP = 'Alt-Shift-ArrowUp'
  const DOWN = 'Alt-Shift-ArrowDown'

  it.each([
    ['a paragraph', '<p>a</p><p>b|c</p>', '<p>bc</p><p>a</p>'],
    ['past a box as a whole', `${info('<p>a</p>')}<p>b|c</p>`, `<p>bc</p>${info('<p>a</p>')}`],
    ['within a box', info('<h2>a</h2><p>b|c</p>'), info('<p>bc</p><h2>a</h2>')],
    [
      'an item with the list below it',
      `<ul>${item('a')}<li><p>b|c</p><ul>${item('d')}</ul></li></ul>`,
      `<ul><li><p>bc</p><ul>${item('d')}</ul></li>${item('a')}</ul>`,
    ],
    ['within a cell', cell('<p>a</p><p>b|c</p>'), cell('<p>bc</p><p>a</p>')],
    ['a box with its only block', `<p>a</p>${info('<p>b|c</p>')}`, `${info('<p>bc</p>')}<p>a</p>`],
  ])('moves %s up, and down again', (_name, before, after) => {
    expect(pressed(before, UP)).toEqual({ storage: after, place: 'b|' })
    expect(pressed(before, UP, DOWN)).toEqual({ storage: before.replace('|', ''), place: 'b|' })
  })

  it('moves several selected blocks together', () => {
    expect(pressed('<p>a</p><p>b[c</p><p>d]e</p>', UP).storage).toBe('<p>bc</p><p>de</p><p>a</p>')
    expect(pressed('<p>b[c</p><p>d]e</p><p>a</p>', DOWN)).toEqual({
      storage: '<p>a</p><p>bc</p><p>de</p>',
      place: 'b[c\nd]',
    })
  })

  it.each([
    ['the first one up', UP, '<p>b|c</p><p>a</p>'],
    ['the last one down, below the line that ends a page', DOWN, `<p>a</p>${info('<p>b|c</p>')}`],
    ['out of a box', DOWN, `${info('<p>a</p><p>b|c</p>')}<p>d</p>`],
    ['out of a list', UP, `<p>a</p><ul>${item('b|c')}${item('d')}</ul>`],
    [
      'the only item of a list above the text of the item around it',
      UP,
      `<ul><li><p>a</p><ul>${item('b|c')}</ul></li></ul>`,
    ],
  ])('does not move %s', (_name, key, before) => {
    expect(pressed(before, key)).toEqual({ storage: before.replace('|', ''), place: 'b|' })
  })

  const rows = (...all: string[][]) =>
    `<table><tbody>${all.map(cells => `<tr>${cells.map(one => `<td>${one}</td>`).join('')}</tr>`).join('')}</tbody></table>`

  it.each([
    ['from a cell with a line', 'b|c', 'bc'],
    ['from a list with one item', `<ul>${item('b|c')}</ul>`, `<ul>${item('bc')}</ul>`],
    ['with several selected cells', 'b[c', 'bc', 'd]e', 'de'],
  ])('moves the row %s, and stays in the table', (_name, cell, stored, second = 'd', secondStored = second) => {
    const before = `${rows(['a', 'x'], [cell, second], ['e', 'y'])}<p>below</p>`
    const row = [stored, secondStored]
    const moved = (...all: string[][]) => `${rows(...all)}<p>below</p>`
    expect(pressed(before, DOWN).storage).toBe(moved(['a', 'x'], ['e', 'y'], row))
    expect(pressed(before, DOWN, DOWN).storage).toBe(moved(['a', 'x'], ['e', 'y'], row))
    expect(pressed(before, UP).storage).toBe(moved(row, ['a', 'x'], ['e', 'y']))
  })

  it('moves a table with its only row', () => {
    expect(pressed(`<p>a</p>${rows(['b|c'])}`, UP).storage).toBe(`${rows(['bc'])}<p>a</p>`)
  })

  it('duplicates a block without the ids of tasks, macros and comments', () => {
    const copied = 'Mod-Shift-d'
    expect(pressed('<p>a</p><h2>b|c</h2>', copied)).toEqual({ storage: '<p>a</p><h2>bc</h2><h2>bc</h2>', place: 'b|' })
    expect(pressed(`<ac:task-list>${task('7', 'b|c')}</ac:task-list>`, copied).storage).toBe(
      `<ac:task-list>${task('', 'bc')}${task('7', 'bc')}</ac:task-list>`,
    )
    const marked = '<ac:inline-comment-marker ac:ref="r1">b|c</ac:inline-comment-marker>'
    expect(pressed(`<p>${marked}</p>`, copied).storage).toBe(`<p>bc</p><p>${marked.replace('|', '')}</p>`)
    const code =
      '<ac:structured-macro ac:name="code" ac:macro-id="x-1"><ac:plain-text-body><![CDATA[b|c]]></ac:plain-text-body></ac:structured-macro>'
    expect(pressed(code, copied).storage).toBe(`${code.replace(' ac:macro-id="x-1"', '')}${code}`.replaceAll('|', ''))
  })

  it('duplicates parts kept as they are without their ids, and with the words that look like ids', () => {
    const term = (inner: string) => `<dl><dt>${inner}</dt></dl>`
    const marker = '<ac:inline-comment-marker ac:ref="r1">term</ac:inline-comment-marker>'
    const sample = '<a ac:macro-id="x"><ac:task-id>1</ac:task-id></a>'
    const plain = (id: string) =>
      `<ac:structured-macro ac:name="noformat"${id}><ac:plain-text-body><![CDATA[${sample}]]></ac:plain-text-body></ac:structured-macro>`
    const original = `<p>ab</p>${term(marker)}${plain(' ac:macro-id="m1"')}<p>cd</p>`
    const selected = original.replace('ab', 'a[b').replace('cd', 'c]d')
    expect(pressed(selected, 'Mod-Shift-d').storage).toBe(`<p>ab</p>${term('term')}${plain('')}<p>cd</p>${original}`)
  })
})
