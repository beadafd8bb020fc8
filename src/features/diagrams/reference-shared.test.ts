import { describe, expect, it } from 'vitest'
import { macros, parse } from '#language/index.ts'
import {
  addDiagramReference,
  inlineEditorDetail,
  pinnedPage,
  plainReference,
  readReference,
  shownSize,
  writeReference,
  type DiagramReference,
} from './reference-shared.ts'

const read = (parameters: Record<string, string>) => readReference({ parameters }, 7)
/** Of each macro in storage format, on page 7. */
const readAll = (markup: string) => macros(parse(markup)).map(macro => readReference(macro, 7))

describe('what a macro says of its diagram', () => {
  it('is read from its markup, in the present form and the old one [D3-01]', () => {
    const parameters = {
      name: 'A &amp; B',
      pageid: '12',
      version: '3',
      size: 'M',
      border: 'true',
      chrome: 'min',
      html5: 'false',
      pagePin: '2',
    }
    const written = Object.entries(parameters)
      .map(([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`)
      .join('\n')
    const full = {
      ownerPageId: 12,
      name: 'A & B',
      version: 3,
      size: 'M',
      border: true,
      chrome: 'min',
      html5: false,
      pagePin: '2',
    }
    expect(
      readAll(
        `<p><ac:structured-macro ac:name="gliffy" ac:schema-version="1" ac:macro-id="x">${written}</ac:structured-macro></p>`,
      ),
    ).toEqual([full])
    expect(readAll(`<ac:macro ac:name="gliffy">${written}</ac:macro>`)).toEqual([full])
    // Without a page it is this one's; without a version the newest; and which attachment it is, only a view knows.
    const inLayout =
      '<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell><ac:structured-macro ac:name="gliffy"><ac:parameter ac:name="name">Flow</ac:parameter></ac:structured-macro></ac:layout-cell></ac:layout-section></ac:layout>'
    expect(readAll(inLayout)).toEqual([
      { ownerPageId: 7, name: 'Flow', size: 'O', border: false, chrome: 'full', html5: true },
    ])
    expect(
      readAll(
        '<ac:structured-macro ac:name="gliffy"><ac:parameter ac:name="size">L</ac:parameter></ac:structured-macro>',
      ),
    ).toEqual([undefined])
  })

  it('is read from its parameters, whatever stands in them', () => {
    expect(
      read({
        name: 'Flow',
        pageid: '12',
        version: '3',
        size: 'm',
        border: 'true',
        chrome: 'min',
        html5: 'false',
        pagePin: '2',
      }),
    ).toEqual({
      ownerPageId: 12,
      name: 'Flow',
      version: 3,
      size: 'M',
      border: true,
      chrome: 'min',
      html5: false,
      pagePin: '2',
    })
    expect(read({ name: ' Flow ' })).toEqual({
      ownerPageId: 7,
      name: 'Flow',
      size: 'O',
      border: false,
      chrome: 'full',
      html5: true,
    })
    expect(read({ name: 'Flow', version: '0' })).not.toHaveProperty('version')
    expect(read({ name: 'Flow', pageid: 'x', version: '-1', size: 'XXL', border: '1' })).toEqual({
      ownerPageId: 7,
      name: 'Flow',
      size: 'O',
      border: false,
      chrome: 'full',
      html5: true,
    })
    expect([read({}), read({ name: ' ' }), read({ name: 'a\0' })]).toEqual([undefined, undefined, undefined])
  })

  it('is stored without defaults, and with the owner only where it is another page [D3-03] [D3-04]', () => {
    const plain: DiagramReference = {
      ownerPageId: 7,
      name: 'Flow',
      version: 0,
      size: 'O',
      border: false,
      chrome: 'full',
      html5: true,
    }
    expect(writeReference(plain, 7)).toEqual({ name: 'Flow' })
    expect(writeReference({ ...plain, size: 'L' }, 7)).toEqual({ name: 'Flow' })
    expect(writeReference(plain, 8)).toEqual({ pageid: '7', name: 'Flow' })
    const full = {
      pageid: '12',
      name: 'Flow',
      version: '3',
      size: 'S',
      border: 'true',
      chrome: 'min',
      html5: 'false',
      pagePin: 'p2',
    }
    const reference = read(full)
    expect(reference && writeReference(reference, 7)).toEqual(full)
  })

  it('says how large and which page it is', () => {
    expect(shownSize('M', { width: 600, height: 300 })).toEqual({ width: 300, height: 150 })
    expect(shownSize('M', { width: 200, height: 300 })).toEqual({ width: 200, height: 300 })
    expect(shownSize('O', { width: 6000, height: 0 })).toEqual({ width: 6000, height: 1 })
    const pages = [{ id: 'a' }, { id: '1' }]
    expect(['a', '2', '1', '9', undefined].map(pin => pinnedPage(pages, pin))).toEqual([
      'a',
      '1',
      '1',
      undefined,
      undefined,
    ])
  })

  it('is put into the text by the editor’s own means, and nowhere else [D8-10]', () => {
    const inserted: unknown[] = []
    addDiagramReference(plainReference(7, 'Flow'), 7, (name, parameters) => {
      inserted.push([name, parameters])
    })
    addDiagramReference(plainReference(12, 'Flow'), 7, (name, parameters) => {
      inserted.push([name, parameters])
    })
    expect(inserted).toEqual([
      ['gliffy', { name: 'Flow' }],
      ['gliffy', { pageid: '12', name: 'Flow' }],
    ])
    expect(() => addDiagramReference(plainReference(7, 'Flow'), 7, undefined)).toThrow(
      'addDiagramReference not yet implemented for non-RTE',
    )
  })

  it('asks for the editor with isPinned where a version is fixed [D2.1-22]', () => {
    expect(inlineEditorDetail({ ownerPageId: 7, name: 'Flow', version: 3 })).toEqual({
      name: 'Flow',
      ceoid: '7',
      inline: true,
      isPinned: true,
      attachmentVersion: 3,
    })
    expect(inlineEditorDetail({ ownerPageId: 7, name: 'Flow' })).toEqual({
      name: 'Flow',
      ceoid: '7',
      inline: true,
      isPinned: false,
    })
    expect(inlineEditorDetail({ ownerPageId: 7, name: 'Flow', version: 0 })).toMatchObject({ isPinned: false })
  })
})
