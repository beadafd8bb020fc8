import { beforeEach, describe, expect, it, vi } from 'vitest'
import { editRecord, readEditRecord } from './edit-record.ts'
import { ImageSelectionDialog, type ImageSelectionParameters } from './image-selection.ts'
import { interfaceFor, payloadOf, type ReadPage } from './unpin.ts'
import { isString, requireFields } from './validator.ts'
import { selectionOf, VersionDialog, type VersionDialogParameters } from './version-dialog.ts'

const completed = vi.fn<(isPinned: boolean) => void>()
const parameters: VersionDialogParameters = {
  headerText: 'Select Diagram Version to Edit',
  promptText: 'Which?',
  attachmentVersion: 3,
  latestVersion: 5,
  diagramName: 'Flow',
  ownerPageId: '7',
  referencePageId: '8',
  pinnedIsDefault: true,
  onComplete: completed,
}
const selection: ImageSelectionParameters = {
  headerText: 'Header',
  promptText: 'Prompt',
  images: [],
  selected: 0,
  onComplete: vi.fn<(selected: number) => void>(),
}

describe('the version dialog', () => {
  beforeEach(() => completed.mockClear())

  it('is made of its parameters, and shown once [D3-24] [D4-11] [D8-07]', () => {
    const dialog = new VersionDialog(parameters)
    expect(() => dialog.show()).not.toThrow()
    expect(() => dialog.show()).toThrow('can be shown only once per instance lifetime')
    expect(() => new VersionDialog(parameters).show()).not.toThrow()
  })

  it('is not made of parameters of wrong types, nor is the selection of images [D5-20]', () => {
    for (const key of Object.keys(parameters)) {
      const wrong = { ...parameters, [key]: key === 'attachmentVersion' ? '3' : 7n }
      expect(() => new VersionDialog(wrong), key).toThrow(`VersionDialog, ${key}, `)
    }
    for (const key of Object.keys(selection))
      expect(() => new ImageSelectionDialog({ ...selection, [key]: null }), key).toThrow(
        `ImageSelectionDialog, ${key}, null, is`,
      )
    expect(() => new ImageSelectionDialog(selection)).not.toThrow()
  })

  it('says what is wrong with an object: description, key, value, failed predicate [D5-19]', () => {
    expect(() => requireFields('a diagram', { name: 5 }, { name: isString })).toThrow('a diagram, name, 5, isString')
    expect(() => requireFields('a diagram', { name: 'Flow' }, { name: isString })).not.toThrow()
  })

  it('reports whether the pinned version was chosen [D4-12]', () => {
    const { images, selected, onComplete } = selectionOf(parameters)
    expect(images.map(({ src }) => new URL(src, 'https://wiki').searchParams.get('version'))).toEqual(['3', '5'])
    expect(selected).toBe(0)
    expect(selectionOf({ ...parameters, pinnedIsDefault: false }).selected).toBe(1)
    onComplete(0)
    onComplete(1)
    expect(completed.mock.calls).toEqual([[true], [false]])
  })
})

describe('the record of an edit', () => {
  it('holds in the query of an address what was edited', () => {
    const edit = { name: 'A & B', ceoid: '7', isPinned: true, inline: true, version: 3, isPinnedEdited: false }
    expect(readEditRecord(editRecord(edit))).toEqual(edit)
    expect(editRecord(edit)).toContain('originalAttachmentVersion=3')
    expect(readEditRecord(editRecord({ ...edit, isPinnedEdited: true, pageId: '8' }))).toEqual({
      ...edit,
      isPinnedEdited: true,
      pageId: '8',
    })
    for (const broken of ['', 'nonsense', '/x?name=Flow', '/x?ceoid=7'])
      expect(readEditRecord(broken), broken).toBeUndefined()
    for (const version of ['-1', 'x', '1.5', ''])
      expect(readEditRecord(`/x?name=Flow&ceoid=7&attachmentVersion=${version}`), version).toMatchObject({ version: 0 })
  })
})

describe('a page that is unpinned', () => {
  const page = (...ancestors: string[]): ReadPage => ({
    id: '9',
    type: 'page',
    title: 'Title',
    space: { key: 'DOCS' },
    ancestors: ancestors.map(id => ({ id })),
    version: { number: 4 },
    body: { storage: { value: 'old' } },
  })

  it('is sent without ancestors where it has none [D3-08]', () => {
    expect(payloadOf(page(), 'new')).toEqual({
      id: '9',
      type: 'page',
      title: 'Title',
      space: { key: 'DOCS' },
      version: { number: 5, message: 'Unpinned macro version', minorEdit: false },
      body: { storage: { value: 'new', representation: 'storage' } },
    })
  })

  it('is sent with the last of several ancestors [D3-09]', () => {
    expect(payloadOf(page('1'), 'new')).toMatchObject({ ancestors: [{ id: '1' }] })
    expect(payloadOf(page('1', '2', '3'), 'new').ancestors).toEqual([{ id: '3' }])
  })

  it('is changed by JSON-RPC where the wiki is older than 5.4, else by REST [D4-06] [D9-22]', () => {
    expect(['5.3', '5.3.4', '4.9', '3.5.17'].map(interfaceFor)).toEqual(Array(4).fill('json-rpc'))
    expect(['5.4', '5.4.1', '5.10.0', '6.0', '9.2.0'].map(interfaceFor)).toEqual(Array(5).fill('rest'))
  })
})
