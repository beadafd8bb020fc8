import fc from 'fast-check'
import { type EditorState, Selection, TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { equivalent } from '#language/index.ts'
import { docOf, storageOf, stateOf } from './testing/state.ts'
import * as sections from './web/tiptap/sections.ts'

const TYPES = [
  'single',
  'two_equal',
  'two_left_sidebar',
  'two_right_sidebar',
  'three_equal',
  'three_with_sidebars',
] as const

const cell = (inner: string) => (inner === '' ? '<ac:layout-cell />' : `<ac:layout-cell>${inner}</ac:layout-cell>`)
const section = (type: string, ...cells: string[]) =>
  `<ac:layout-section ac:type="${type}">${cells.map(cell).join('')}</ac:layout-section>`
const layout = (...inner: string[]) => `<ac:layout>${inner.join('')}</ac:layout>`
const p = (text: string) => `<p>${text}</p>`

/** The state of a page with the cursor before a text; at the end without one. */
function cursorAt(storage: string, text?: string): EditorState {
  const state = stateOf(storage)
  let at: number | undefined
  state.doc.descendants((node, position) => {
    if (text !== undefined && node.text?.includes(text)) at ??= position + node.text.indexOf(text)
  })
  const selection = at === undefined ? Selection.atEnd(state.doc) : TextSelection.create(state.doc, at)
  return state.apply(state.tr.setSelection(selection))
}

type Run = ReturnType<typeof sections.insertSection>

/** The state after a command; undefined if the command does not apply. */
function ran(state: EditorState, command: Run): EditorState | undefined {
  let after: EditorState | undefined
  const applies = command(state, transaction => {
    after = state.apply(transaction)
  })
  expect(applies).toBe(after !== undefined)
  expect(command(state)).toBe(applies)
  after?.doc.check()
  return after
}

const stored = (state: EditorState | undefined) => state && storageOf(state.doc)

/** The storage with the text `x` typed at the cursor. */
const typed = (state: EditorState | undefined) => state && storageOf(state.apply(state.tr.insertText('x')).doc)

describe('sections of a layout', () => {
  it('are inserted after the block at the cursor, in place of an empty line, or around the selected blocks', () => {
    expect(typed(ran(cursorAt(p('a') + p('b'), 'a'), sections.insertSection('two_right_sidebar')))).toBe(
      p('a') + layout(section('two_right_sidebar', p('x'), '')) + p('b'),
    )
    expect(typed(ran(cursorAt(p('')), sections.insertSection('three_equal')))).toBe(
      layout(section('three_equal', p('x'), '', '')),
    )
    const state = cursorAt(p('a') + p('b') + p('c'), 'a')
    const both = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, 5)))
    expect(stored(ran(both, sections.insertSection('two_equal')))).toBe(
      layout(section('two_equal', p('a') + p('b'), '')) + p('c'),
    )
  })

  it('are inserted into the layout at the cursor or before it', () => {
    const page = layout(section('single', p('a')), section('single', p('b'))) + p('c')
    const after = layout(section('single', p('a')), section('two_equal', p('x'), ''), section('single', p('b')))
    expect(typed(ran(cursorAt(page, 'a'), sections.insertSection('two_equal')))).toBe(after + p('c'))
    const behind = cursorAt(layout(section('single', p('a'))) + p(''))
    expect(typed(ran(behind, sections.insertSection('two_equal')))).toBe(
      layout(section('single', p('a')), section('two_equal', p('x'), '')),
    )
  })

  it('go after a table or box whose text has the cursor', () => {
    const table = '<table><tbody><tr><td>a</td></tr></tbody></table>'
    expect(typed(ran(cursorAt(table, 'a'), sections.insertSection('single')))).toBe(
      table + layout(section('single', p('x'))),
    )
  })

  it.each([
    ['single', [p('a') + p('b') + p('c')]],
    ['two_left_sidebar', [p('a'), p('b') + p('c')]],
    ['three_with_sidebars', [p('a'), p('b'), p('c')]],
  ] as const)('change to %s without loss', (type, cells) => {
    const page = (name: string, inner: readonly string[]) => p('T') + layout(section(name, ...inner)) + p('U')
    const before = page('three_equal', [p('a'), p('b'), p('c')])
    expect(stored(ran(cursorAt(before, 'b'), sections.changeSection(type)))).toBe(page(type, cells))
    expect(typed(ran(cursorAt(before, 'c'), sections.changeSection(type)))).toBe(
      page(type, cells).replace('<p>c', '<p>xc'),
    )
  })

  it('drop empty columns and retain comments, attributes and whitespace of the source', () => {
    const before =
      '<ac:layout>\n<ac:layout-section ac:breakout-mode="wide" ac:type="three_equal">\n<ac:layout-cell><!-- 1 --></ac:layout-cell><!-- 2 --><ac:layout-cell><p>a</p><!-- 3 --></ac:layout-cell>\n<ac:layout-cell><!-- 4 --></ac:layout-cell></ac:layout-section>\n</ac:layout>'
    expect(stored(ran(cursorAt(before, 'a'), sections.changeSection('single')))).toBe(
      '<ac:layout>\n<ac:layout-section ac:breakout-mode="wide" ac:type="single">\n<ac:layout-cell><!-- 1 --><!-- 2 --><p>a</p><!-- 3 -->\n<!-- 4 --></ac:layout-cell></ac:layout-section>\n</ac:layout>',
    )
  })

  it('move past sections and blocks, and join the layout that they reach', () => {
    const a = section('single', p('a'))
    const b = section('two_equal', p('b'), '')
    const up = (page: string, text: string) => typed(ran(cursorAt(page, text), sections.moveSection(-1)))
    const down = (page: string, text: string) => typed(ran(cursorAt(page, text), sections.moveSection(1)))
    const marked = (inner: string) => inner.replace(/<p>(?=[ab]<)/, '<p>x')
    expect(up(layout(a, b), 'b')).toBe(layout(marked(b), a))
    expect(down(layout(a, b), 'a')).toBe(layout(b, marked(a)))
    expect(up(p('t') + layout(a, b), 'a')).toBe(layout(marked(a)) + p('t') + layout(b))
    expect(down(layout(a, b) + p('t'), 'b')).toBe(layout(a) + p('t') + layout(marked(b)))
    expect(up(p('t') + layout(a), 'a')).toBe(layout(marked(a)) + p('t'))
    expect(down(layout(a) + layout(b) + p('t'), 'a')).toBe(layout(b, marked(a)) + p('t'))
    expect(up(layout(a) + layout(b), 'b')).toBe(layout(marked(b), a))
    expect(up(layout(a, b), 'a')).toBeUndefined()
    expect(down(layout(a) + p(''), 'a')).toBeUndefined()
  })

  it('are removed with or without their text', () => {
    const page = layout(section('single', p('a')), section('two_equal', p('b'), p('c')), section('single', p('d')))
    expect(stored(ran(cursorAt(page, 'c'), sections.unwrapSection))).toBe(
      layout(section('single', p('a'))) + p('b') + p('c') + layout(section('single', p('d'))),
    )
    expect(stored(ran(cursorAt(page, 'c'), sections.deleteSection))).toBe(
      layout(section('single', p('a'))) + layout(section('single', p('d'))),
    )
    const last = `<!-- 1 -->${layout(section('two_equal', '', '<p>a</p><!-- 2 -->'))}${p('b')}`
    expect(stored(ran(cursorAt(last, 'a'), sections.unwrapSection))).toBe('<!-- 1 --><p>a</p><!-- 2 --><p>b</p>')
    expect(stored(ran(cursorAt(p('a')), sections.unwrapSection))).toBeUndefined()
  })

  it('keep every word of a page through any commands', () => {
    const block = fc.constantFrom(
      p('§'),
      '<ul><li>§</li></ul>',
      '<hr />',
      '<!-- § -->',
      '\n',
      '<table><tbody><tr><td>§</td></tr></tbody></table>',
    )
    const inner = fc.array(block, { maxLength: 3 }).map(blocks => blocks.join(''))
    const anySection = fc
      .tuple(fc.constantFrom(...TYPES, 'four_equal'), fc.array(inner, { minLength: 1, maxLength: 4 }))
      .map(([type, cells]) => section(type, ...cells))
    const anyLayout = fc.array(anySection, { minLength: 1, maxLength: 3 }).map(all => layout(...all))
    const page = fc.array(fc.oneof(block, anyLayout), { minLength: 1, maxLength: 4 }).map(parts => parts.join(''))
    const command = fc.oneof(
      fc.constantFrom(...TYPES).map(sections.changeSection),
      fc.constantFrom(...TYPES).map(sections.insertSection),
      fc.constantFrom(sections.moveSection(-1), sections.moveSection(1), sections.unwrapSection),
    )
    const words = (state: EditorState) =>
      storageOf(state.doc).split('§').length + storageOf(state.doc).split('hr ').length
    fc.assert(
      fc.property(page, fc.array(fc.tuple(command, fc.nat(200)), { maxLength: 5 }), (source, steps) => {
        let state = stateOf(`${source}<p></p>`)
        const before = words(state)
        for (const [run, at] of steps) {
          const place = state.doc.resolve(at % (state.doc.content.size + 1))
          state = state.apply(state.tr.setSelection(Selection.near(place)))
          state = ran(state, run) ?? state
          expect(words(state)).toBe(before)
          const written = storageOf(state.doc)
          expect(equivalent(storageOf(docOf(written)), written), written).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
