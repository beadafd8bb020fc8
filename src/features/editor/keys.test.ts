import { AllSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { parse, serialise } from '#language/index.ts'
import { Keyboard } from './testing/keys.ts'

const code = (text: string) =>
  `<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body></ac:structured-macro>`
const box = (name: string, body: string) =>
  `<ac:structured-macro ac:name="${name}"><ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`
const table = (...cells: string[]) =>
  `<table><tbody><tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr></tbody></table>`
const layout = (...cells: string[]) =>
  `<ac:layout><ac:layout-section ac:type="two_equal">${cells
    .map(cell => `<ac:layout-cell>${cell}</ac:layout-cell>`)
    .join('')}</ac:layout-section></ac:layout>`

/** Blocks that no key merges with what is around them, by the name of their node. */
const guarded: readonly (readonly [name: string, node: string, storage: string])[] = [
  ['code', 'codeBlock', code('a\nb')],
  ['preformatted text', 'preformatted', '<pre>a\nb</pre>'],
  ['a table', 'table', table('a', 'b')],
  ...(['info', 'expand'] as const).map(name => [name, 'macro', box(name, '<p>a</p><p>b</p>')] as const),
  ['code in a box', 'macro', box('panel', code('a'))],
]

/** Text as it is stored when nothing was changed. */
const same = (storage: string) => serialise(parse(storage.replace('|', '')))

describe('keys in code', () => {
  it.each([
    ['Tab', 'a|b', 'a  b', 'a  |'],
    ['Tab', '[one\ntwo]\nthree', '  one\n  two\nthree', '  [one\n  two]'],
    ['Tab', 'o[ne\n\ntw]o', '  one\n\n  two', '  o[ne\n\n  tw]'],
    ['Tab', 'o[n]e', '  one', '  o[n]'],
    ['Tab', '[one\n]two', '  one\ntwo', '  [one\n]'],
    ['Shift-Tab', '  [one\n two]\n  three', 'one\ntwo\n  three', undefined],
    ['Shift-Tab', '    a|', '  a', '  a|'],
    ['Shift-Tab', '\ta|', 'a', 'a|'],
    ['Shift-Tab', 'a|', 'a', 'a|'],
    ['Shift-Enter', 'a|b', 'a\nb', 'a\n|'],
    ['Shift-Enter', 'a[b]c', 'a\nc', 'a\n|'],
  ])('stay in it: %s on %j', (key, before, after, place) => {
    for (const around of [code, (text: string) => `<pre>${text}</pre>`]) {
      const keyboard = new Keyboard(`<p>x</p>${around(before)}<p>y</p>`)
      expect(keyboard.press(key)).toBe(true)
      expect(keyboard.storage).toBe(`<p>x</p>${around(after)}<p>y</p>`)
      if (place !== undefined) expect(keyboard.place).toBe(place)
    }
  })

  it.each([
    ['keeps the indentation', '  a|b', '  a\n  b', '  a\n  |'],
    ['keeps tabs', '\ta|', '\ta\n\t', '\ta\n\t|'],
    ['goes a step deeper behind a bracket', '  if (a) {|', '  if (a) {\n    ', '  if (a) {\n    |'],
    ['goes a step deeper by a tab', '\tf(|', '\tf(\n\t\t', '\tf(\n\t\t|'],
    ['gives the closing bracket a line', 'f({|})', 'f({\n  \n})', 'f({\n  |'],
    ['does not indent by what is behind the cursor', '|  a', '\n  a', '\n|'],
    ['replaces what is selected', '  a[b\nc]d', '  a\n  d', '  a\n  |'],
  ])('Enter %s', (_, before, after, place) => {
    for (const around of [code, (text: string) => `<pre>${text}</pre>`]) {
      const keyboard = new Keyboard(`<p>x</p>${around(before)}<p>y</p>`)
      expect(keyboard.press('Enter')).toBe(true)
      expect(keyboard.storage).toBe(`<p>x</p>${around(after)}<p>y</p>`)
      expect(keyboard.place).toBe(place)
    }
  })

  it('Enter leaves code from a second blank line, with what they are indented by', () => {
    for (const [behind, after] of [
      ['<p>y</p>', '<p /><p>y</p>'],
      ['<p></p><p>y</p>', '<p /><p>y</p>'],
    ] as const) {
      const keyboard = new Keyboard(`${code('  a|')}${behind}`)
      for (let press = 0; press < 3; press++) keyboard.press('Enter')
      expect(keyboard.storage).toBe(`${code('  a')}${after}`)
      expect(keyboard.state.selection.$from.parent.type.name).toBe('paragraph')
    }
  })

  it('Mod-a selects the code first, and all of the page then', () => {
    for (const around of [code, (text: string) => `<pre>${text}</pre>`]) {
      const keyboard = new Keyboard(`<p>x</p>${around('a|b\nc')}<p>y</p>`)
      expect(keyboard.press('Mod-a')).toBe(true)
      expect(keyboard.place).toBe('[ab\nc]')
      keyboard.press('Mod-a')
      expect(keyboard.state.selection).toBeInstanceOf(AllSelection)
    }
  })

  it.each(['<p>a|b</p>', code('|')])('Mod-a selects all of the page from %s', storage => {
    const keyboard = new Keyboard(storage)
    keyboard.press('Mod-a')
    expect(keyboard.state.selection).toBeInstanceOf(AllSelection)
  })

  it.each(['Tab', 'Shift-Tab'])('%s leaves a selection of more than the code as it is', key => {
    const keyboard = new Keyboard(`<p>x[x</p>${code('a]b')}`)
    keyboard.press(key)
    expect(keyboard.storage).toBe(`<p>xx</p>${code('ab')}`)
  })
})

describe.each(guarded)('the first key at the border of %s', (_, node, storage) => {
  /** Results of a first and a second press on a text. */
  const pressTwice = (before: string, key: string) => {
    const keyboard = new Keyboard(before)
    const isHandled = keyboard.press(key)
    const first = { isHandled, storage: keyboard.storage, selected: keyboard.selectedNode?.type.name }
    keyboard.press(key)
    return { first, second: keyboard.storage }
  }
  const cases = [
    ...['Delete', 'Mod-Delete'].map(key => [key, `<p>x|</p>${storage}<p>y</p>`] as const),
    ...['Backspace', 'Mod-Backspace', 'Shift-Backspace'].map(key => [key, `<p>x</p>${storage}<p>|y</p>`] as const),
  ]
  const places: Readonly<Record<string, (inner: string) => string>> = {
    'the page': inner => inner,
    'a cell': inner => table(inner),
    'a column': inner => layout(inner, '<p>z</p>'),
    'a quotation': inner => `<blockquote>${inner}</blockquote>`,
  }

  it.each(Object.keys(places))('selects it, and the second one deletes it: in %s', place => {
    for (const [key, inner] of cases) {
      const before = places[place]?.(inner) ?? ''
      const { first, second } = pressTwice(before, key)
      expect(first, key).toEqual({ isHandled: true, storage: same(before), selected: node })
      expect(second, key).toBe(same(before).replace(same(storage), ''))
    }
  })

  it.each([
    ['Delete', `<p>x|</p><blockquote>${storage}<p>z</p></blockquote>`],
    ['Backspace', `<ul><li><p>z</p>${storage}</li></ul><p>|y</p>`],
  ])('selects it in a list or quotation from outside: %s', (key, before) => {
    expect(pressTwice(before, key).first).toEqual({ isHandled: true, storage: same(before), selected: node })
  })

  it('has what is typed behind it when it is selected', () => {
    for (const [before, after] of [
      [`${storage}<p>|y</p>`, `${storage}<p>z</p><p>y</p>`],
      [`<p>x</p>${storage}<p>|</p>`, `<p>x</p>${storage}<p>z</p>`],
      [table(`${storage}<p>|y</p>`), table(`${storage}<p>z</p><p>y</p>`)],
    ] as const) {
      const keyboard = new Keyboard(before)
      keyboard.press('Backspace')
      expect(keyboard.type('z')).toBe(true)
      expect(keyboard.storage).toBe(same(after))
    }
  })

  it.each(['Shift-Enter', 'Enter', 'Tab', 'Shift-Tab'])('is not replaced when it is selected by %s', key => {
    const keyboard = new Keyboard(`<p>x|</p>${storage}<p>y</p>`)
    keyboard.press('Delete')
    keyboard.press(key)
    expect(keyboard.storage).toContain(same(storage))
  })
})

describe('the border of a block from inside', () => {
  it.each([
    ['Backspace', 'codeBlock', `<p>x</p>${code('|a')}`],
    ['Delete', 'codeBlock', `${code('a|')}<p>y</p>`],
    ['Backspace', 'preformatted', '<p>x</p><pre>|a</pre>'],
    ['Backspace', 'macro', `<p>x</p>${box('info', '<p>|a</p>')}`],
    ['Delete', 'macro', `${box('info', '<p>a|</p>')}<p>y</p>`],
    ['Delete', 'codeBlock', `${code('a|')}${code('b')}`],
  ])('is not crossed: %s', (key, node, storage) => {
    const keyboard = new Keyboard(storage)
    expect(keyboard.press(key)).toBe(true)
    expect(keyboard.storage).toBe(same(storage))
    expect(keyboard.selectedNode?.type.name).toBe(node)
  })

  it.each([
    ['Backspace', table('<p>a</p>', '<p>|b</p>')],
    ['Delete', table('<p>a|</p>', '<p>b</p>')],
    ['Backspace', layout('<p>a</p>', '<p>|b</p>')],
    ['Delete', layout('<p>a|</p>', '<p>b</p>')],
  ])('of a cell is the end of it: %s in %s', (key, storage) => {
    const keyboard = new Keyboard(storage)
    expect(keyboard.press(key)).toBe(true)
    expect(keyboard.storage).toBe(same(storage))
  })
})

describe('other borders', () => {
  it.each([
    ['an empty line before code', 'Backspace', `<p></p>${code('|a')}`, code('a')],
    ['an empty line behind code', 'Delete', `${code('a|')}<p></p><p>y</p>`, `${code('a')}<p>y</p>`],
    ['empty code', 'Backspace', `<p>x</p>${code('|')}<p>y</p>`, '<p>x</p><p /><p>y</p>'],
    ['two paragraphs', 'Backspace', '<p>x</p><p>|y</p>', '<p>xy</p>'],
    ['two paragraphs, forwards', 'Delete', '<p>x|</p><p>y</p>', '<p>xy</p>'],
    ['a list', 'Backspace', '<ul><li><p>x</p></li></ul><p>|y</p>', '<ul><li><p>x</p></li><li><p>y</p></li></ul>'],
  ])('go as before: %s', (_, key, before, after) => {
    const keyboard = new Keyboard(before)
    keyboard.press(key)
    expect(keyboard.storage).toBe(after)
  })
})

describe('Enter in place of several blocks', () => {
  it.each([
    ['lines', '<p>o[ne</p><p>two</p><p>th]ree</p>', '<p>o</p><p>ree</p>', '|'],
    ['a heading and a line', '<h2>o[ne</h2><p>tw]o</p>', '<h2>o</h2><h2>o</h2>', '|'],
    ['items of a list', '<ul><li>o[ne</li><li>tw]o</li></ul>', '<ul><li>o</li><li>o</li></ul>', '|'],
    [
      'a list, which goes with its last item',
      '<blockquote><p>a</p><ul><li>[one<ul><li>two]</li></ul></li></ul></blockquote><p>b</p>',
      '<blockquote><p>a</p></blockquote><p /><p>b</p>',
      '|',
    ],
  ])('makes a new one: %s', (_, before, after, place) => {
    const keyboard = new Keyboard(before)
    expect(keyboard.press('Enter')).toBe(true)
    expect(keyboard.storage).toBe(after)
    expect(keyboard.place).toBe(place)
    keyboard.press('Mod-z')
    expect(keyboard.storage.replaceAll(/[[\]]/g, '')).toBe(same(before.replaceAll(/[[\]]/g, '')))
  })

  it('makes two of empty lines', () => {
    const keyboard = new Keyboard('<p>a|</p><p /><p /><p>b</p>')
    const second = keyboard.place.length + 2
    keyboard.select(second, second + 2)
    expect(keyboard.press('Enter')).toBe(true)
    expect(keyboard.storage).toBe(same('<p>a</p><p /><p /><p>b</p>'))
  })
})
