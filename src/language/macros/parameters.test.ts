import { describe, expect, it } from 'vitest'
import { parse } from '../parse.ts'
import { macros } from '../macros.ts'
import type { ParameterSchema } from './parameters.ts'
import { readParameters } from './parameters.ts'

/** Reads the parameters of a macro, whose values are storage format. */
function read<const S extends ParameterSchema>(schema: S, parameters: Readonly<Record<string, string>>) {
  const inner = Object.entries(parameters)
    .map(([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`)
    .join('')
  const [macro] = macros(parse(`<ac:structured-macro ac:name="x">${inner}</ac:structured-macro>`))
  if (!macro) throw new Error('no macro')
  return readParameters(schema, macro)
}

const space = '<ri:space ri:space-key="OPS" />'
const page = '<ri:page ri:content-title="Plan" ri:space-key="OPS" />'
const plan = { kind: 'page', title: 'Plan', spaceKey: 'OPS' }

describe('the reader of parameters', () => {
  it.each([
    ['a text', { type: 'text' }, ' a b ', ' a b '],
    ['a text that is too long', { type: 'text', maxLength: 3 }, 'abcdef', 'abc'],
    ['a text without a limit', { type: 'text' }, 'a'.repeat(10_001), 'a'.repeat(10_000)],
    ['a text that is a resource', { type: 'text', default: 'none' }, space, 'none'],
    ['names between commas', { type: 'text', list: 'commas' }, ' a b ,, c', ['a b', 'c']],
    ['names between blanks', { type: 'label', list: 'words' }, ' a b,,c', ['a', 'b', 'c']],
    ['spaces', { type: 'space', list: 'words' }, 'A B', ['A', 'B']],
    ['a space of a list as a resource', { type: 'space', list: 'words' }, space, ['OPS']],
    ['a space between commas as a resource', { type: 'space', list: 'commas' }, space, []],
    ['a space', { type: 'space' }, 'DEV', 'DEV'],
    ['a space as a resource', { type: 'space' }, space, 'OPS'],
    ['a space that is another resource', { type: 'space' }, page, undefined],
    ['a label that is a resource', { type: 'label', list: 'words' }, space, []],
    ['an address as a resource', { type: 'url' }, '<ri:url ri:value="https://a.example" />', 'https://a.example'],
    ['an address', { type: 'url' }, 'https://b.example', 'https://b.example'],
    ['true', { type: 'boolean' }, ' YES ', true],
    ['false', { type: 'boolean', default: true }, 'off', false],
    ['neither', { type: 'boolean', default: true }, 'maybe', true],
    ['a number', { type: 'number', min: 1, max: 9 }, ' 7 ', 7],
    ['a number that is too large', { type: 'number', max: 9, default: 2 }, '10', 2],
    ['no number', { type: 'number' }, '1.5', undefined],
    ['a value of an enumeration', { type: 'enum', values: ['Red', 'Blue'] }, 'blue', 'Blue'],
    ['another value', { type: 'enum', values: ['Red'], default: 'Red' }, 'blue', 'Red'],
    ['a colour', { type: 'colour' }, ' #ff0000 ', '#ff0000'],
    ['no colour', { type: 'colour' }, 'red;x', undefined],
    ['a length', { type: 'length' }, '40', '40px'],
    ['no length', { type: 'length' }, 'wide', undefined],
    ['a date', { type: 'date' }, ' 2026-01-31 ', '2026-01-31'],
    ['no date', { type: 'date' }, ' ', undefined],
    ['CQL', { type: 'cql' }, ' type = page ', 'type = page'],
    ['a page', { type: 'page' }, ' OPS:Plan ', plan],
    ['a page as a resource', { type: 'page' }, page, plan],
    ['a post where pages are meant', { type: 'page' }, '/2026/01/31/Day', { kind: 'page', title: '/2026/01/31/Day' }],
    [
      'a post',
      { type: 'page', posts: true },
      'OPS:/2026/01/31/Day',
      { kind: 'blog-post', title: 'Day', postingDay: '2026/01/31', spaceKey: 'OPS' },
    ],
    ['no page', { type: 'page' }, ' ', undefined],
    ['a file', { type: 'attachment' }, ' a.png ', { kind: 'attachment', filename: 'a.png' }],
    [
      'a file as a resource',
      { type: 'attachment' },
      '<ri:attachment ri:filename="b.png" />',
      { kind: 'attachment', filename: 'b.png', container: undefined },
    ],
  ] as const)('reads %s', (_, type, written, value) => {
    expect(read({ value: { label: '', ...type } }, { value: written })).toEqual({ value })
  })

  it('takes defaults, false and empty lists for what is absent', () => {
    const schema = {
      text: { type: 'text', label: '', default: 'x' },
      flag: { type: 'boolean', label: '' },
      names: { type: 'label', label: '', list: 'words' },
      page: { type: 'page', label: '', default: '@home' },
    } as const
    expect(read(schema, {})).toEqual({ text: 'x', flag: false, names: [], page: undefined })
  })

  it('reads other spellings, the first before the next', () => {
    const schema = { max: { type: 'number', label: '', aliases: ['maxResults', ''] } } as const
    expect(read(schema, { '': '2', maxResults: '3' })).toEqual({ max: 3 })
    expect(read(schema, { '': '2' })).toEqual({ max: 2 })
    const named = { '': { type: 'page', label: '', aliases: ['pageTitle'] } } as const
    expect(read(named, { '': ' ', pageTitle: page })).toEqual({ '': plan })
  })

  it('reads a limited number of names', () => {
    const many = Array.from({ length: 200 }, (_, index) => `n${index}`).join(',')
    const schema = (list: 'commas' | 'words') => ({ names: { type: 'label', label: '', list } }) as const
    expect(read(schema('commas'), { names: many }).names).toHaveLength(100)
    expect(read(schema('words'), { names: many }).names).toHaveLength(50)
  })
})
