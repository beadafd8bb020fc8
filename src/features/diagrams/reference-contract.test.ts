import { describe, expect, it } from 'vitest'
import {
  addDiagramReference, inlineEditorDetail, pinnedPage, plainReference, readReference, shownSize, writeReference, type DiagramReference,
} from './reference-contract.ts'

const read = (parameters: Record<string, string>) => readReference({ parameters }, 7)

describe('what a macro says of its diagram', () => {
  it('is read from its parameters [D3-01]', () => {
    expect(read({ name: 'Flow', pageid: '12', version: '3', size: 'm', border: 'true', chrome: 'min', html5: 'false', pagePin: '2' })).toEqual({
      ownerPageId: 12, name: 'Flow', version: 3, size: 'M', border: true, chrome: 'min', html5: false, pagePin: '2',
    })
    expect(read({ name: ' Flow ' })).toEqual({ ownerPageId: 7, name: 'Flow', size: 'O', border: false, chrome: 'full', html5: true })
    expect(read({ name: 'Flow', version: '0' })).not.toHaveProperty('version')
    expect(read({ name: 'Flow', pageid: 'x', version: '-1', size: 'XXL', border: '1' })).toEqual({ ownerPageId: 7, name: 'Flow', size: 'O', border: false, chrome: 'full', html5: true })
    expect([read({}), read({ name: ' ' }), read({ name: 'a\0' })]).toEqual([undefined, undefined, undefined])
  })

  it('is stored without defaults, and with the owner only where it is another page [D3-03] [D3-04]', () => {
    const plain: DiagramReference = { ownerPageId: 7, name: 'Flow', version: 0, size: 'O', border: false, chrome: 'full', html5: true }
    expect(writeReference(plain, 7)).toEqual({ name: 'Flow' })
    expect(writeReference({ ...plain, size: 'L' }, 7)).toEqual({ name: 'Flow' })
    expect(writeReference(plain, 8)).toEqual({ pageid: '7', name: 'Flow' })
    const full = { pageid: '12', name: 'Flow', version: '3', size: 'S', border: 'true', chrome: 'min', html5: 'false', pagePin: 'p2' }
    const reference = read(full)
    expect(reference && writeReference(reference, 7)).toEqual(full)
  })

  it('says how large and which page it is', () => {
    expect(shownSize('M', { width: 600, height: 300 })).toEqual({ width: 300, height: 150 })
    expect(shownSize('M', { width: 200, height: 300 })).toEqual({ width: 200, height: 300 })
    expect(shownSize('O', { width: 6000, height: 0 })).toEqual({ width: 6000, height: 1 })
    const pages = [{ id: 'a' }, { id: '1' }]
    expect(['a', '2', '1', '9', undefined].map(pin => pinnedPage(pages, pin))).toEqual(['a', '1', '1', undefined, undefined])
  })

  it('is put into the text by the editor’s own means, and nowhere else [D8-10]', () => {
    const inserted: unknown[] = []
    addDiagramReference(plainReference(7, 'Flow'), 7, (name, parameters) => { inserted.push([name, parameters]) })
    addDiagramReference(plainReference(12, 'Flow'), 7, (name, parameters) => { inserted.push([name, parameters]) })
    expect(inserted).toEqual([['gliffy', { name: 'Flow' }], ['gliffy', { pageid: '12', name: 'Flow' }]])
    expect(() => addDiagramReference(plainReference(7, 'Flow'), 7, undefined)).toThrow('addDiagramReference not yet implemented for non-RTE')
  })

  it('asks for the editor with isPinned where a version is fixed [D2.1-22]', () => {
    expect(inlineEditorDetail({ ownerPageId: 7, name: 'Flow', version: 3 })).toEqual({ name: 'Flow', ceoid: '7', inline: true, isPinned: true, attachmentVersion: 3 })
    expect(inlineEditorDetail({ ownerPageId: 7, name: 'Flow' })).toEqual({ name: 'Flow', ceoid: '7', inline: true, isPinned: false })
    expect(inlineEditorDetail({ ownerPageId: 7, name: 'Flow', version: 0 })).toMatchObject({ isPinned: false })
  })
})
