import { describe, expect, it } from 'vitest'
import {
  changeHeadValues,
  changeMacroValues,
  changePlainBody,
  headValue,
  macroValue,
  placedMacro,
} from './macro-form.ts'

const macro = (content: string) =>
  `<ac:structured-macro ac:name="demo" ac:macro-id="1">${content}</ac:structured-macro>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const PAGE = '<ac:link><ri:page ri:space-key="S" ri:content-title="Title" /></ac:link>'

describe('values of a macro', () => {
  it('are texts, and what elements name', () => {
    const source = macro(
      parameter('a', 'one') +
        parameter('page', PAGE) +
        parameter('file', '<ri:attachment ri:filename="x.pdf" />') +
        parameter('space', '<ri:space ri:space-key="DEV" />'),
    )
    expect(macroValue(source, { name: 'a' })).toEqual({ text: 'one' })
    expect(macroValue(source, { name: 'page' })).toEqual({ text: 'Title', spaceKey: 'S', isResource: true })
    expect(macroValue(source, { name: 'file' })).toEqual({ text: 'x.pdf', isResource: true })
    expect(macroValue(source, { name: 'space' })).toEqual({ text: 'DEV', isResource: true })
    expect(macroValue(source, { name: 'b' })).toBeUndefined()
  })

  it('are found by each spelling, and written by the first', () => {
    const field = { name: 'colour', aliases: ['color'] }
    const source = macro(parameter('x', '1') + parameter('color', 'red') + parameter('y', '2'))
    expect(macroValue(source, field)).toEqual({ text: 'red' })
    expect(changeMacroValues(source, [[field, { text: 'blue' }]])).toBe(
      macro(parameter('x', '1') + parameter('colour', 'blue') + parameter('y', '2')),
    )
  })

  it('are added before the body, removed, and leave all else as it is written', () => {
    const body = '<ac:rich-text-body><p>kept <custom x="1" /></p></ac:rich-text-body>'
    const source = macro(parameter('a', 'one') + body)
    const added = changeMacroValues(source, [[{ name: 'b' }, { text: 'a & b' }]])
    expect(added).toBe(macro(parameter('a', 'one') + parameter('b', 'a &amp; b') + body))
    expect(changeMacroValues(added, [[{ name: 'b' }, undefined]])).toBe(source)
    expect(changeMacroValues(macro(body), [[{ name: '' }, { text: 'x' }]])).toBe(macro(parameter('', 'x') + body))
  })

  it('name pages and files by elements', () => {
    const page = { name: '', type: 'page' }
    expect(changeMacroValues(macro(''), [[page, { text: 'Title', spaceKey: 'S', isResource: true }]])).toBe(
      macro(parameter('', PAGE)),
    )
    expect(changeMacroValues(macro(''), [[page, { text: '@self', isResource: false }]])).toBe(
      macro(parameter('', '@self')),
    )
    const file = { name: 'name', type: 'attachment' }
    expect(changeMacroValues(macro(''), [[file, { text: 'x.pdf', isResource: true }]])).toBe(
      macro(parameter('name', '<ri:attachment ri:filename="x.pdf" />')),
    )
  })

  it('of a box are in the source before its body', () => {
    const head = parameter('title', 'Old')
    expect(headValue(head, { name: 'title' })).toEqual({ text: 'Old' })
    expect(changeHeadValues(head, [[{ name: 'title' }, { text: 'New' }]])).toBe(parameter('title', 'New'))
  })
})

describe('the body of a macro', () => {
  it('is text that is replaced or added', () => {
    const plain = (text: string) => `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`
    expect(placedMacro(macro(plain('a < b')))).toEqual({ name: 'demo', plain: 'a < b' })
    expect(changePlainBody(macro(plain('a')), 'b ]]> c')).toBe(macro(plain('b ]]]]><![CDATA[> c')))
    expect(changePlainBody(macro(parameter('a', '1')), '')).toBe(macro(parameter('a', '1') + plain('')))
    expect(placedMacro('<p>none</p>')).toBeUndefined()
  })
})
