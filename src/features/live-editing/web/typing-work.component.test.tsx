import { Fragment, Node as ProseNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Collaboration } from '@tiptap/extension-collaboration'
import { expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { boxNames } from '#language/testing.ts'
import { openEditor } from '#features/editor/testing/open-editor.ts'
import { storageIn } from '#features/editor/testing/parts.ts'
import { documentOf, textOf, writeText } from '../server/document/text.ts'
import { bodyOf } from '../server/document/tree.ts'
import { conflicts } from './conflicts.ts'
import { keptNodes } from './kept-nodes.ts'
import { sharedMarks } from './shared-marks.ts'
import { undoSteps } from './undo-steps.ts'

const cell = (row: number, column: number) => `<td>r${row} c${column} <ac:emoticon ac:name="smile" /></td>`
const tableOf = (rows: number, columns: number) =>
  `<table><tbody>${Array.from(
    { length: rows },
    (_, row) => `<tr>${Array.from({ length: columns }, (_, column) => cell(row, column)).join('')}</tr>`,
  ).join('')}</tbody></table>`

/** An editor of a shared text. */
function sharedEditor(storage: string) {
  const doc = documentOf({ title: 'T', storage }, boxNames)
  const editor = openEditor('', {
    shared: {
      after: '',
      extensions: [Collaboration.configure({ fragment: bodyOf(doc) }), keptNodes, sharedMarks, undoSteps, conflicts],
    },
  })
  return { editor, doc }
}

/** An editor of a shared table with the cursor in the middle of it, after others have changed the first cell. */
function tableEditor(rows: number, columns: number) {
  const { editor, doc } = sharedEditor(tableOf(rows, columns))
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
  writeText(other, { title: 'T', storage: storageIn(editor).replace('r0 c0', 'theirs') }, boxNames)
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'remote')
  expect(storageIn(editor)).toContain('theirs')
  editor.state.doc.descendants((node, at) => {
    if (node.text === `r${rows >> 1} c${columns >> 1} `) editor.commands.setTextSelection(at + 2)
  })
  return editor
}

/** Nodes that are walked and compared, and elements that change, while a letter is typed. */
async function workOfLetter(rows: number, columns: number) {
  const editor = tableEditor(rows, columns)
  editor.view.dispatch(editor.state.tr.insertText('a'))
  const walked = vi.spyOn(Fragment.prototype, 'nodesBetween')
  const compared = vi.spyOn(ProseNode.prototype, 'hasMarkup')
  const changed: string[] = []
  const observer = new MutationObserver(records => changed.push(...records.map(({ type }) => type)))
  observer.observe(editor.view.dom, { subtree: true, childList: true, attributes: true, characterData: true })
  editor.view.dispatch(editor.state.tr.insertText('b'))
  await Promise.resolve()
  observer.disconnect()
  const work = { walked: walked.mock.calls.length, compared: compared.mock.calls.length, changed }
  walked.mockRestore()
  compared.mockRestore()
  return work
}

it(
  'walks, compares and draws as much for a letter in a table of 100 × 20 as in one of 5 × 5',
  { timeout: 60_000 },
  async () => {
    const small = await workOfLetter(5, 5)
    const large = await workOfLetter(100, 20)
    expect(small.walked).toBeGreaterThan(0)
    expect(large.walked).toBe(small.walked)
    expect(large.compared).toBeLessThan(small.compared + 100)
    expect(large.changed).toEqual(small.changed)
    expect(large.changed).not.toContain('attributes')
  },
)

it('keeps the nodes when the binding builds the same text again, so that a new line draws itself alone', async () => {
  const { editor } = sharedEditor('<h2>Part</h2><p>one</p><p>two</p>'.repeat(100))
  const before = editor.state.doc
  // The views of all plugins are made again, that of the binding too.
  editor.registerPlugin(new Plugin({}))
  expect(editor.state.doc).toBe(before)
  editor.commands.setTextSelection(8)
  editor.commands.splitBlock()
  const changed: Node[] = []
  const observer = new MutationObserver(records => changed.push(...records.map(({ target }) => target)))
  observer.observe(editor.view.dom, { subtree: true, childList: true, attributes: true, characterData: true })
  editor.commands.splitBlock()
  await Promise.resolve()
  observer.disconnect()
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.length).toBeLessThan(10)
})

const blocks = (names: readonly string[]) => names.map(name => `<p>${name}</p>`).join('')
const NAMES = Array.from({ length: 300 }, (_, at) => `block ${at}`)

it('reads few blocks of the shared text for a new line, of any number', () => {
  const { editor, doc } = sharedEditor(blocks(NAMES))
  editor.commands.setTextSelection(10)
  const read = vi.spyOn(Y.XmlText.prototype, 'toDelta')
  editor.commands.splitBlock()
  expect(read.mock.calls.length).toBeLessThan(20)
  read.mockRestore()
  expect(textOf(doc).storage).toBe(storageIn(editor))
})

it('shares what changes anywhere, and leaves the shared blocks beside it', () => {
  const { editor, doc } = sharedEditor(blocks(NAMES.slice(0, 8)))
  const body = bodyOf(doc)
  /** Replaces children of the document from an index to before another. */
  const put = (from: number, to: number, ...content: ProseNode[]) => {
    const { tr, doc: text } = editor.state
    const at = (index: number) => text.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    editor.view.dispatch(tr.replaceWith(at(from), at(to), content))
  }
  const line = (words: string) => editor.schema.node('paragraph', null, editor.schema.text(words))
  const move = () => put(1, 5, ...[2, 3, 4, 1].map(index => editor.state.doc.child(index)))
  for (const change of [
    () => put(0, 0, line('first')),
    () => put(9, 9, line('last')),
    () => put(4, 5),
    () => put(3, 3, line('a'), line('b'), line('c')),
    () => put(2, 6, line('d')),
    move,
    () => put(0, 1),
    () => put(0, editor.state.doc.childCount, line('only')),
    () => put(0, 1, line('one'), line('two')),
  ]) {
    const before = new Map(editor.state.doc.children.map((child, index) => [child, body.get(index)]))
    change()
    expect(textOf(doc).storage).toBe(storageIn(editor))
    const replaced = editor.state.doc.children.filter(
      (child, index) => before.has(child) && body.get(index) !== before.get(child),
    )
    // Yjs cannot move a block.
    expect(replaced).toHaveLength(change === move ? 1 : 0)
  }
})
