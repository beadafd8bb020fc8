import { describe, expect, it } from 'vitest'
import { ChangeError } from '#diagrams/model/changes.ts'
import { documentOf, page, shape } from '#diagrams/model/test-documents.ts'
import { Editor } from './editor.ts'

const put = (id: string, x = 0, pageId = 'p1') => ({ type: 'put-object', pageId, object: shape(id, { x }) }) as const
const moved = (id: string, x: number) => ({ type: 'update-object', pageId: 'p1', id, fields: { x } }) as const

function edit(options: ConstructorParameters<typeof Editor>[1] = {}) {
  const document = documentOf(page([shape('a'), shape('b')]), page([shape('z')], { id: 'p2' }))
  return { document, editor: new Editor(document, options) }
}

describe('steps', () => {
  it('are undone and done again, 200 of them, with what was selected', () => {
    const { editor, document } = edit()
    editor.select(['a'])
    for (let x = 1; x <= 200; x++) editor.change(moved('a', x), { name: 'Move', selection: x % 2 ? ['b'] : ['a'] })
    const last = editor.state().document
    expect(editor.state().undo).toHaveLength(200)
    while (editor.undo()) expect(editor.state().isDirty).toBe(editor.state().undo.length > 0)
    expect(editor.state().document).toEqual(document)
    expect([...editor.state().selection]).toEqual(['a'])
    expect(editor.state().redo).toHaveLength(200)
    while (editor.redo()) expect(editor.state().isDirty).toBe(true)
    expect(editor.state().document).toEqual(last)
    expect(editor.redo()).toBe(false)
  })

  it('drop what could be done again when something else is done', () => {
    const { editor } = edit()
    editor.change(moved('a', 1), { name: 'Move' })
    editor.undo()
    editor.change(moved('a', 2), { name: 'Nudge' })
    expect(editor.state()).toMatchObject({ undo: ['Nudge'], redo: [] })
  })

  it('of one name are merged within a second where they ask for it', () => {
    let now = 0
    const { editor, document } = edit({ now: () => now })
    const nudge = (x: number, merge = true, name = 'Nudge') => editor.change(moved('a', x), { name, merge })
    nudge(1)
    now = 900
    nudge(2)
    expect(editor.state().undo).toEqual(['Nudge'])
    now = 2000
    nudge(3)
    nudge(4, false)
    nudge(5, true, 'Turn')
    expect(editor.state().undo).toEqual(['Nudge', 'Nudge', 'Nudge', 'Turn'])
    for (let steps = 0; steps < 4; steps++) editor.undo()
    expect(editor.state().document).toEqual(document)
    editor.redo()
    expect(editor.page.objects['a']).toMatchObject({ x: 2 })
    // A step that was redone is complete: later ones are separate steps.
    nudge(6)
    expect(editor.state().undo).toEqual(['Nudge', 'Nudge'])
  })

  it('of nothing are none', () => {
    const { editor } = edit()
    expect(editor.change({ type: 'all', changes: [{ type: 'all', changes: [] }] }, { name: 'Move' })).toBe(false)
    expect(editor.state().undo).toEqual([])
  })

  it('that fail leave all as it was', () => {
    const { editor, document } = edit()
    expect(() => editor.change({ type: 'all', changes: [moved('a', 1), moved('gone', 1)] }, { name: 'Move' })).toThrow(
      ChangeError,
    )
    expect(editor.state()).toMatchObject({ document, undo: [], isDirty: false })
  })
})

describe('what is under way', () => {
  it('is shown, and kept or dropped', () => {
    const { editor, document } = edit()
    editor.show(moved('a', 5))
    editor.show(moved('a', 7))
    expect(editor.page.objects['a']).toMatchObject({ x: 7 })
    expect(editor.state()).toMatchObject({ document, isDirty: false, undo: [] })
    editor.cancel()
    expect(editor.shown).toBe(document)
    expect(editor.commit({ name: 'Move' })).toBe(false)
    editor.show(moved('a', 9))
    expect(editor.commit({ name: 'Move' })).toBe(true)
    expect(editor.state()).toMatchObject({ preview: null, undo: ['Move'] })
    editor.undo()
    expect(editor.state().document).toEqual(document)
  })

  it('is dropped by another page, by undo and by another step', () => {
    const { editor } = edit()
    for (const other of [
      () => editor.change(moved('b', 1), { name: 'Move' }),
      () => editor.undo(),
      () => editor.goTo('p2'),
    ]) {
      editor.show(moved('a', 5))
      expect(editor.page.objects['a']).toMatchObject({ x: 5 })
      other()
      expect(editor.state().preview).toBeNull()
    }
  })
})

describe('saving', () => {
  it('is done again when undo or redo lead back to what was saved', () => {
    const { editor } = edit()
    editor.change(moved('a', 1), { name: 'Move' })
    editor.change(moved('a', 2), { name: 'Move' })
    editor.saved(editor.state().document)
    expect(editor.state().isDirty).toBe(false)
    editor.undo()
    expect(editor.state().isDirty).toBe(true)
    editor.redo()
    expect(editor.state().isDirty).toBe(false)
    editor.undo()
    editor.change(moved('a', 2), { name: 'Move' })
    expect(editor.state().isDirty).toBe(true)
  })

  it('that ends late counts for what it saved', () => {
    const { editor } = edit()
    editor.change(moved('a', 1), { name: 'Move' })
    const sent = editor.state().document
    editor.change(moved('a', 2), { name: 'Move' })
    editor.saved(sent)
    expect(editor.state().isDirty).toBe(true)
    editor.undo()
    expect(editor.state().isDirty).toBe(false)
  })

  it('knows nothing of a document that was recovered', () => {
    const { editor, document } = edit()
    editor.load(documentOf(page([shape('a', { x: 3 })])), { isDirty: true })
    editor.change(moved('a', 1), { name: 'Move' })
    editor.undo()
    expect(editor.state()).toMatchObject({ isDirty: true, undo: [], redo: ['Move'] })
    editor.load(document)
    expect(editor.state()).toMatchObject({ isDirty: false, redo: [] })
  })
})

describe('pages and selection', () => {
  it('goes where a step that is undone was done', () => {
    const { editor } = edit()
    editor.change(moved('a', 1), { name: 'Move', selection: ['a'] })
    editor.goTo('p2')
    expect(editor.state()).toMatchObject({ pageId: 'p2' })
    expect(editor.state().selection.size).toBe(0)
    editor.undo()
    expect(editor.state().pageId).toBe('p1')
    editor.goTo('gone')
    expect(editor.state().pageId).toBe('p1')
  })

  it('leaves out of the selection what is gone', () => {
    const { editor } = edit()
    editor.change(put('new'), { name: 'Add', selection: ['new', 'a'] })
    expect(editor.selected.map(({ id }) => id)).toEqual(['new', 'a'])
    editor.change({ type: 'remove-object', pageId: 'p1', id: 'new' }, { name: 'Delete' })
    expect([...editor.state().selection]).toEqual(['a'])
  })

  it('tells listeners of what changed, and only then', () => {
    const { editor } = edit()
    let told = 0
    const forget = editor.subscribe(() => {
      told++
    })
    editor.select(['a'])
    editor.select(['a'])
    expect(told).toBe(1)
    const before = editor.state()
    expect(editor.state()).toBe(before)
    forget()
    editor.select([])
    expect(told).toBe(1)
  })
})

it('a read-only diagram is never changed', () => {
  const { editor, document } = edit({ isReadOnly: true })
  editor.show(moved('a', 5))
  expect(editor.state().preview).toBeNull()
  expect(editor.change(moved('a', 5), { name: 'Move' })).toBe(false)
  editor.set({ isReadOnly: false })
  editor.change(moved('a', 5), { name: 'Move' })
  editor.set({ isReadOnly: true })
  expect(editor.undo()).toBe(false)
  expect(editor.page.objects['a']).toMatchObject({ x: 5 })
  expect(editor.state().document).not.toBe(document)
})

it('keeps the shapes used last, each once', () => {
  const { editor } = edit()
  for (let index = 0; index < 20; index++) editor.used(`s${index % 15}`)
  expect(editor.state().recentShapes).toHaveLength(12)
  expect(editor.state().recentShapes.slice(0, 3)).toEqual(['s4', 's3', 's2'])
})
