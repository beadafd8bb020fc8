import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from './parse.ts'
import { serialise } from './serialise.ts'
import { conflictText, merge, resolve, type Choice, type Merge } from './merge.ts'

const merged = (base: string, theirs: string, mine: string): Merge => merge(parse(base), parse(theirs), parse(mine))
const textOf = (of: Merge, choice: Choice = 'both'): string => serialise(resolve(of, () => choice))
const sidesOf = (of: Merge) => of.conflicts.map(of => [conflictText(of, 'theirs'), conflictText(of, 'mine')])

/** The text of a merge that has no conflict. */
function clean(base: string, theirs: string, mine: string): string {
  const result = merged(base, theirs, mine)
  expect(sidesOf(result)).toEqual([])
  return textOf(result)
}

const p = (...lines: string[]) => lines.map(line => `<p>${line}</p>`).join('')
const list = (...items: string[]) => `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
const macro = (name: string, body: string, attrs = '') =>
  `<ac:structured-macro ac:name="${name}"${attrs}><ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`
const code = (body: string) =>
  `<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[${body}]]></ac:plain-text-body></ac:structured-macro>`
const task = (status: string, body: string) =>
  `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task></ac:task-list>`

describe('changes that do not touch each other', () => {
  it.each<[string, string, string, string, string]>([
    ['different paragraphs', p('a', 'b', 'c'), p('A', 'b', 'c'), p('a', 'b', 'C'), p('A', 'b', 'C')],
    ['neighbouring paragraphs', p('a', 'b'), p('A', 'b'), p('a', 'B'), p('A', 'B')],
    ['a paragraph beside a deleted one', p('a', 'b', 'c'), p('a', 'c'), p('a', 'b', 'C'), p('a', 'C')],
    ['a new paragraph beside a changed one', p('a', 'b'), p('a', 'new', 'b'), p('A', 'b'), p('A', 'new', 'b')],
    ['the same change', p('a', 'b'), p('A', 'b', 'c'), p('A', 'b', 'c'), p('A', 'b', 'c')],
    ['items of a list', list('a', 'b', 'c'), list('A', 'b', 'c'), list('a', 'b', 'c', 'd'), list('A', 'b', 'c', 'd')],
    [
      'a list in a list',
      list(`a${list('b', 'c')}`),
      list(`A${list('b', 'c')}`),
      list(`a${list('b', 'C')}`),
      list(`A${list('b', 'C')}`),
    ],
    [
      'rows',
      table(row('a', 'b'), row('c', 'd')),
      table(row('a', 'b'), row('c', 'd'), row('e', 'f')),
      table(row('A', 'b'), row('c', 'd')),
      table(row('A', 'b'), row('c', 'd'), row('e', 'f')),
    ],
    ['cells of a row', table(row('a', 'b')), table(row('A', 'b')), table(row('a', 'B')), table(row('A', 'B'))],
    [
      'the text of a task and its state',
      task('incomplete', 'a'),
      task('complete', 'a'),
      task('incomplete', 'A'),
      task('complete', 'A'),
    ],
    [
      'a box and the text behind it',
      macro('info', p('a', 'b')),
      macro('info', p('A', 'b')),
      `${macro('info', p('a', 'B'))}${p('c')}`,
      `${macro('info', p('A', 'B'))}${p('c')}`,
    ],
    [
      'a list, with other blocks inserted on both sides',
      `${list('a', 'b')}${p('z')}`,
      `${p('t')}${list('A', 'b')}${p('z')}`,
      `${list('a', 'B')}${p('m')}${p('z')}`,
      `${p('t')}${list('A', 'B')}${p('m')}${p('z')}`,
    ],
    [
      'the attributes of a cell and its text',
      table('<tr><td>a</td></tr>'),
      table('<tr><td colspan="2">a</td></tr>'),
      table('<tr><td>A</td></tr>'),
      table('<tr><td colspan="2">A</td></tr>'),
    ],
    [
      'the last items, deleted by both',
      `${list('a', 'b')}${p('c')}`,
      `${list('b')}${p('c')}`,
      `${list('a')}${p('c')}`,
      p('c'),
    ],
  ])('are merged: %s', (_, base, theirs, mine, wanted) => {
    expect(clean(base, theirs, mine)).toBe(wanted)
    expect(clean(base, mine, theirs)).toBe(wanted)
  })

  it('include the whitespace between blocks and the ids of macros, which are no change', () => {
    const base = `${macro('info', p('a'), ' ac:macro-id="1"')}\n${p('b')}`
    const theirs = `${macro('info', p('a'), ' ac:macro-id="2"')}\n\n${p('B')}\n`
    const mine = `${macro('info', p('A'), ' ac:macro-id="1"')}${p('b')}`
    expect(clean(base, theirs, mine)).toBe(`${macro('info', p('A'), ' ac:macro-id="1"')}\n\n${p('B')}\n`)
  })
})

describe('changes of the same place', () => {
  it.each<[string, string, string, string, [string, string][], string]>([
    ['a paragraph', p('a', 'b'), p('T', 'b'), p('M', 'b'), [[p('T'), p('M')]], p('T', 'M', 'b')],
    ['a deleted paragraph', p('a', 'b'), p('b'), p('M', 'b'), [['', p('M')]], p('M', 'b')],
    ['an insertion', p('a'), p('a', 'T'), p('a', 'M'), [[p('T'), p('M')]], p('a', 'T', 'M')],
    [
      'whole texts without anything in common',
      p('a'),
      p('T', 'T2'),
      list('M'),
      [[p('T', 'T2'), list('M')]],
      `${p('T', 'T2')}${list('M')}`,
    ],
    ['an item', list('a', 'b'), list('T', 'b'), list('M', 'b'), [['T', 'M']], list('TM', 'b')],
    [
      'paragraphs of an item',
      list(p('a'), 'b'),
      list(p('T'), 'b'),
      list(p('M'), 'b'),
      [[p('T'), p('M')]],
      list(p('T', 'M'), 'b'),
    ],
    ['new items', list('a'), list('a', 'T'), list('a', 'M'), [[list('T'), list('M')]], list('a', 'T', 'M')],
    [
      'rows',
      table(row('a')),
      table(row('a'), row('T')),
      table(row('a'), row('M')),
      [[table(row('T')), table(row('M'))]],
      table(row('a'), row('T'), row('M')),
    ],
    [
      'the columns of a row',
      table(row('a', 'b')),
      table(row('a', 'b', 'T')),
      table(row('M', 'b')),
      [[table(row('a', 'b', 'T')), table(row('M', 'b'))]],
      table(row('a', 'b', 'T'), row('M', 'b')),
    ],
    ['code', code('a'), code('T'), code('M'), [[code('T'), code('M')]], `${code('T')}${code('M')}`],
    [
      'an attribute',
      '<h1 id="a">x</h1>',
      '<h1 id="t">x</h1>',
      '<h1 id="m">x</h1>',
      [['<h1 id="t">x</h1>', '<h1 id="m">x</h1>']],
      '<h1 id="t">x</h1><h1 id="m">x</h1>',
    ],
    [
      'the name of a box',
      macro('info', p('a')),
      macro('note', p('a')),
      macro('info', p('M')),
      [[macro('note', p('a')), macro('info', p('M'))]],
      `${macro('note', p('a'))}${macro('info', p('M'))}`,
    ],
  ])('are conflicts with both sides: %s', (_, base, theirs, mine, sides, both) => {
    const result = merged(base, theirs, mine)
    expect(sidesOf(result)).toEqual(sides)
    expect(textOf(result)).toBe(both)
  })

  it('are resolved as chosen, one by one', () => {
    const result = merged(p('a', '-', 'b', '-', 'c'), p('T1', '-', 'T2', '-', 'T3'), p('M1', '-', 'M2', '-', 'M3'))
    const choices: Choice[] = ['mine', 'both', 'theirs']
    const chosen = new Map(result.conflicts.map((conflict, index) => [conflict, choices[index] ?? 'both']))
    expect(serialise(resolve(result, conflict => chosen.get(conflict) ?? 'both'))).toBe(
      p('M1', '-', 'T2', 'M2', '-', 'T3'),
    )
  })
})

/** Edits a list of blocks; each new text is written nowhere else. */
const edits = fc.array(
  fc.record({ kind: fc.constantFrom('change', 'insert', 'delete', 'inside'), at: fc.nat(), place: fc.nat() }),
  { maxLength: 6 },
)
type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never

/** Blocks of a text: a paragraph, or the items of a list. */
type Outline = readonly (string | readonly string[])[]

function edited(outline: Outline, changes: Edits, name: string): Outline {
  const result = [...outline]
  for (const [index, { kind, at, place }] of changes.entries()) {
    const here = result.length === 0 ? 0 : at % result.length
    const block = result[here]
    const fresh = `${name}${index}`
    if (kind === 'insert' || block === undefined) result.splice(here, 0, fresh)
    else if (kind === 'delete') result.splice(here, 1)
    else if (typeof block !== 'string' && kind === 'inside')
      result[here] = block.toSpliced(place % block.length, place % 2, fresh)
    else result[here] = typeof block === 'string' ? fresh : [fresh]
  }
  return result
}

const outline = fc
  .array(fc.oneof(fc.constant(''), fc.integer({ min: 1, max: 4 })), { maxLength: 8 })
  .map((kinds): Outline =>
    kinds.map((kind, at) =>
      typeof kind === 'string' ? `base${at}` : Array.from({ length: kind }, (_, item) => `base${at}x${item}`),
    ),
  )
const storageOf = (of: Outline) => of.map(block => (typeof block === 'string' ? p(block) : list(...block))).join('')
const wordsOf = (storage: string) => new Set(storage.match(/[a-z]+\d[x\d]*/g))

describe('any merge', () => {
  const cases = fc
    .tuple(outline, edits, edits)
    .map(([base, t, m]) => [base, edited(base, t, 'their'), edited(base, m, 'my')].map(storageOf))
  const property = (check: (base: string, theirs: string, mine: string) => void) =>
    fc.assert(
      fc.property(cases, ([base = '', theirs = '', mine = '']) => check(base, theirs, mine)),
      { numRuns: 500 },
    )

  it('with one side unchanged is the other one', () =>
    property((base, theirs, mine) => {
      expect(clean(base, base, mine)).toBe(serialise(parse(mine)))
      expect(clean(base, theirs, base)).toBe(serialise(parse(theirs)))
      expect(clean(base, theirs, theirs)).toBe(serialise(parse(theirs)))
    }))

  it('loses nothing that a side wrote, and brings nothing back that both deleted', () =>
    property((base, theirs, mine) => {
      const words = wordsOf(textOf(merged(base, theirs, mine)))
      const [inBase, inTheirs, inMine] = [base, theirs, mine].map(wordsOf)
      for (const word of [...(inTheirs ?? []), ...(inMine ?? [])]) if (!inBase?.has(word)) expect(words).toContain(word)
      for (const word of words) expect(inTheirs?.has(word) === true || inMine?.has(word) === true).toBe(true)
      for (const word of inBase ?? [])
        if (inTheirs?.has(word) === true && inMine?.has(word) === true) expect(words).toContain(word)
    }))

  it('keeps all of a side that is chosen throughout', () =>
    property((base, theirs, mine) => {
      const result = merged(base, theirs, mine)
      const inBase = wordsOf(base)
      const lost: string[] = []
      for (const [choice, side] of [
        ['theirs', theirs],
        ['mine', mine],
      ] as const) {
        const words = wordsOf(textOf(result, choice))
        lost.push(...[...wordsOf(side)].filter(word => !inBase.has(word) && !words.has(word)))
      }
      expect(lost).toEqual([])
    }))

  it('has as many conflicts from either side, and is a text that can be read', () =>
    property((base, theirs, mine) => {
      const result = merged(base, theirs, mine)
      expect(merged(base, mine, theirs).conflicts.length).toBe(result.conflicts.length)
      const text = textOf(result)
      expect(serialise(parse(text))).toBe(text)
      expect(text).not.toMatch(/<ul ?\/>|<ul><\/ul>/)
    }))

  it('of changes to different blocks has no conflict', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('theirs', 'mine', 'none')), owners => {
        const of = (side: string) => p(...owners.map((owner, at) => (owner === side ? `${side}${at}` : `b${at}`)))
        const wanted = p(...owners.map((owner, at) => (owner === 'none' ? `b${at}` : `${owner}${at}`)))
        expect(clean(of('nobody'), of('theirs'), of('mine'))).toBe(wanted)
      }),
    ))

  it('of long texts without anything in common has a conflict of all between what is equal', () => {
    const many = (side: string, length: number) =>
      p('first', ...Array.from({ length }, (_, at) => `${side}${at}`), 'last')
    const [theirs, mine] = [many('t', 1100), many('m', 1200)]
    const result = merged(many('b', 1000), theirs, mine)
    expect(result.conflicts.length).toBe(1)
    expect(textOf(result, 'theirs')).toBe(theirs)
    expect(textOf(result, 'mine')).toBe(mine)
    expect(clean(many('b', 1000), theirs, many('b', 1000))).toBe(theirs)
    const more = `${p('a')}${many('t', 1100)}`
    expect(clean(p('a'), more, p('M'))).toBe(`${p('M')}${many('t', 1100)}`)
    expect(clean(p('a'), more, p('a'))).toBe(more)
  })

  it('of long texts with many equal blocks is found', () => {
    const many = Array.from({ length: 3000 }, (_, at) => (at % 2 === 0 ? '' : `${at}`))
    const theirs = many.with(0, 'T').toSpliced(1500, 0, 'new')
    expect(clean(p(...many), p(...theirs), p(...many.with(2999, 'M')))).toBe(
      serialise(parse(p(...theirs.with(3000, 'M')))),
    )
  })
})
