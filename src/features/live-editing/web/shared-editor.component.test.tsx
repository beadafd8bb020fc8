import type { Editor } from '@tiptap/core'
import { addColumnAfter, addRowBefore, deleteColumn, deleteRow, toggleHeaderRow } from '@tiptap/pm/tables'
import { Collaboration } from '@tiptap/extension-collaboration'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { macroParameter, setMacroParameter } from '#language/editor/index.ts'
import { boxNames } from '#language/testing.ts'
import { paste } from '#features/editor/testing/open-editor.ts'
import { titleAddresses } from '#features/editor/web/index.ts'
import { createEditor, storageIn } from '#features/editor/testing/parts.ts'
import { documentOf, textOf, writeText } from '../server/document/text.ts'
import { bodyOf } from '../server/document/tree.ts'
import { sharedMarks } from './shared-marks.ts'
import { undoSteps } from './undo-steps.ts'

const editorOn = (doc: Y.Doc) =>
  createEditor({
    element: document.createElement('div'),
    storage: '',
    boxes: boxNames,
    titles: new Map(),
    place: { pageId: '1', spaceKey: 'DS' },
    contentId: '1',
    locale: 'en',
    people: {},
    placeholder: '',
    attributes: {},
    onFiles: () => undefined,
    onLosses: () => undefined,
    knowPerson: () => undefined,
    shared: {
      after: '',
      extensions: [Collaboration.configure({ fragment: bodyOf(doc) }), sharedMarks, undoSteps],
    },
  })

it('undoes and redoes what this user did', () => {
  const doc = documentOf({ title: 'T', storage: '<h2>Plan</h2><p>one</p><p>two</p>' }, boxNames)
  const editor = editorOn(doc)
  const before = storageIn(editor)
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
  editor.commands.setTextSelection(7)
  editor.commands.insertContent('From ')
  // Of another user.
  writeText(other, { title: 'T', storage: before.replace('Plan', 'Plans') }, boxNames)
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote')
  const both = before.replace('one', 'From one').replace('Plan', 'Plans')
  expect(storageIn(editor)).toBe(both)
  const press = (key: string) =>
    editor.view.someProp('handleKeyDown', handle =>
      handle(editor.view, new KeyboardEvent('keydown', { key, ctrlKey: true })),
    )
  expect(press('z')).toBe(true)
  expect(storageIn(editor)).toBe(before.replace('Plan', 'Plans'))
  // Nothing is left for the browser, which would undo by itself.
  expect(press('z')).toBe(true)
  expect(storageIn(editor)).toBe(before.replace('Plan', 'Plans'))
  expect(press('y')).toBe(true)
  expect(storageIn(editor)).toBe(both)
  expect(textOf(doc).storage).toBe(both)
})

it('undoes the title of a pasted link, and what was typed behind it, each alone', async () => {
  const href = 'https://example.org/tides'
  titleAddresses(async asked => (asked === href ? 'Tides' : undefined))
  const editor = editorOn(documentOf({ title: 'T', storage: '<p>See:</p>' }, boxNames))
  editor.commands.setTextSelection(5)
  paste(editor, { 'text/plain': href })
  const titled = `<p>See:<a href="${href}">Tides</a></p>`
  await expect.poll(() => storageIn(editor)).toBe(titled)
  editor.view.dispatch(editor.state.tr.insertText('.'))
  expect(storageIn(editor)).toBe(titled.replace('</p>', '.</p>'))
  for (const step of [titled, titled.replace('Tides', href), '<p>See:</p>']) {
    editor.commands.undo()
    expect(storageIn(editor)).toBe(step)
  }
})

it('undoes what was written in a field of the tools as one change for each visit', () => {
  const code =
    '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>'
  const doc = documentOf({ title: 'T', storage: `${code}<p>end</p>` }, boxNames)
  const editor = editorOn(doc)
  const heads = ['O', 'One', 'One t', 'One two']
  const write = (title: string, visit: number) => {
    const head = setMacroParameter(String(editor.state.doc.nodeAt(0)?.attrs['head']), 'title', title)
    editor.view.dispatch(editor.state.tr.setNodeAttribute(0, 'head', head).setMeta('composition', visit))
  }
  for (const [at, title] of heads.entries()) write(title, at < 2 ? -1 : -2)
  const title = () => macroParameter(String(editor.state.doc.nodeAt(0)?.attrs['head']), 'title')
  expect(title()).toBe('One two')
  editor.commands.undo()
  expect(title()).toBe('One')
  editor.commands.undo()
  expect(title()).toBe('')
  editor.commands.redo()
  expect(title()).toBe('One')
  editor.destroy()
})

it('undoes a new line in place of several blocks as one change', () => {
  const storage = '<p>one</p><p>two</p><ul><li>three</li></ul>'
  const doc = documentOf({ title: 'T', storage }, boxNames)
  const editor = editorOn(doc)
  for (const to of [8, 15]) {
    editor.commands.setTextSelection({ from: 2, to })
    const event = new KeyboardEvent('keydown', { key: 'Enter' })
    expect(editor.view.someProp('handleKeyDown', handle => handle(editor.view, event))).toBe(true)
    expect(storageIn(editor)).not.toBe(storage)
    editor.commands.undo()
    expect(storageIn(editor)).toBe(storage)
    expect(textOf(doc).storage).toBe(storage)
  }
})

it('keeps the marks of pictures and other nodes that are no text, whoever sets them', () => {
  const storage =
    '<p><a href="https://example.org/"><ac:emoticon ac:name="smile" /></a><ac:emoticon ac:name="sad" /></p>'
  const doc = documentOf({ title: 'T', storage }, boxNames)
  const editor = editorOn(doc)
  expect(storageIn(editor)).toBe(storage)
  editor.chain().setTextSelection({ from: 2, to: 3 }).setMark('bold').run()
  const bold = storage.replace('<ac:emoticon ac:name="sad" />', '<strong><ac:emoticon ac:name="sad" /></strong>')
  expect(textOf(doc).storage).toBe(bold)
  writeText(doc, { title: 'T', storage }, boxNames)
  expect(storageIn(editor)).toBe(storage)
})

const TABLE =
  '<p>x</p><table><tbody><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr><tr><td>j</td><td /></tr></tbody></table>'

/** Puts the cursor behind a word. */
function cursorBehind(editor: Editor, word: string): void {
  editor.state.doc.descendants((node, position) => {
    if (node.text === word) editor.commands.setTextSelection(position + word.length)
  })
}

const wordAtCursor = (editor: Editor) => editor.state.selection.$from.parent.textContent

it('leaves the cursor where it was when a change of a table is undone', () => {
  const editor = editorOn(documentOf({ title: 'T', storage: TABLE }, boxNames))
  for (const change of [addRowBefore, addColumnAfter, toggleHeaderRow, deleteRow, deleteColumn]) {
    cursorBehind(editor, 'j')
    change(editor.state, transaction => editor.view.dispatch(transaction))
    expect(storageIn(editor)).not.toBe(TABLE)
    editor.commands.undo()
    expect(storageIn(editor)).toBe(TABLE)
    expect(wordAtCursor(editor)).toBe('j')
  }
})

it('leaves the cursor in its word when others change what is around it', () => {
  const doc = documentOf({ title: 'T', storage: TABLE }, boxNames)
  const editor = editorOn(doc)
  cursorBehind(editor, 'j')
  for (const [from, to] of [
    ['<th>a</th><th>b</th>', '<td>a</td><td>b</td>'],
    ['<tr><td>c</td>', '<tr><td>n</td><td>m</td></tr><tr><td>c</td>'],
    ['<p>x</p>', '<p>x</p><p>y</p>'],
  ] as const) {
    const other = new Y.Doc()
    Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
    writeText(other, { title: 'T', storage: storageIn(editor).replace(from, to) }, boxNames)
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote')
    expect(storageIn(editor)).toContain(to)
    expect(wordAtCursor(editor)).toBe('j')
  }
})
