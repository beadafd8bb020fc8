import { describe, expect, it } from 'vitest'
import { parse, serialise } from '#language/index.ts'
import { withCopy } from './copy-text.ts'

const macro = (parameters: Record<string, string>) =>
  `<ac:structured-macro ac:name="gliffy">${Object.entries(parameters)
    .map(([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`
const copied = (text: string, original = { ownerPageId: 7, name: 'Flow' }) =>
  serialise(withCopy(parse(text), 7, 'Flow Copy', original))
const shown = `<p>${macro({ name: 'Flow Copy' })}</p>`

describe('where the copy of a diagram is shown', () => {
  it('comes last on a page that does not show the original', () => {
    expect(copied('')).toBe(shown)
    expect(copied('<p>Text</p>')).toBe(`<p>Text</p>${shown}`)
    expect(copied(`<p>${macro({ name: 'Other' })}</p>`)).toBe(`<p>${macro({ name: 'Other' })}</p>${shown}`)
  })

  it('stands below the original, with its looks but never pinned to a version', () => {
    const original = `<p>See ${macro({ name: 'Flow', version: '3', size: 'M', border: 'true', pagePin: '2' })} here</p>`
    const looks = macro({ name: 'Flow Copy', size: 'M', border: 'true', pagePin: '2' })
    expect(copied(`${original}<p>After</p>`)).toBe(`${original}<p>${looks}</p><p>After</p>`)
    const linked = `<p>${macro({ pageid: '9', name: 'Flow' })}</p>`
    expect(copied(`${linked}<p>After</p>`, { ownerPageId: 9, name: 'Flow' })).toBe(`${linked}${shown}<p>After</p>`)
    expect(copied(`${linked}<p>After</p>`)).toBe(`${linked}<p>After</p>${shown}`)
  })

  it('is shown by a macro of draw.io below one, with its parameters and another id', () => {
    const drawio = (name: string, own: Record<string, string>, id = '') =>
      `<p><ac:structured-macro ac:name="${name}"${id}>${Object.entries(own)
        .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
        .join('')}</ac:structured-macro></p>`
    const looks = { width: '200', links: 'auto' }
    const sketch = drawio('drawio-sketch', { diagramName: 'Flow', ...looks }, ' ac:macro-id="m1"')
    expect(copied(sketch)).toBe(sketch + drawio('drawio-sketch', { diagramName: 'Flow Copy', ...looks }))
    const included = drawio('inc-drawio', { pageId: '9', diagramName: 'Flow' })
    expect(copied(included, { ownerPageId: 9, name: 'Flow' })).toBe(
      included + drawio('drawio', { pageId: '7', diagramName: 'Flow Copy' }),
    )
  })

  it('stays within the cell or body that holds the original, and in the last cell of a layout', () => {
    const original = `<p>${macro({ name: 'Flow' })}</p>`
    const table = (cell: string) => `<table><tbody><tr><td>${cell}</td><td>x</td></tr></tbody></table>`
    expect(copied(table(original))).toBe(table(original + shown))
    const list = `<ul><li>${macro({ name: 'Flow' })}</li></ul>`
    expect(copied(`${list}<p>x</p>`)).toBe(`${list}${shown}<p>x</p>`)
    const layout = (first: string, last: string) =>
      `<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell>${first}</ac:layout-cell><ac:layout-cell>${last}</ac:layout-cell></ac:layout-section></ac:layout>`
    expect(copied(layout(original, '<p>x</p>'))).toBe(layout(original + shown, '<p>x</p>'))
    expect(copied(layout('<p>x</p>', '<p>y</p>'))).toBe(layout('<p>x</p>', `<p>y</p>${shown}`))
  })
})
