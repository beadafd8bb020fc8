import type { Editor } from '@tiptap/core'
import { Schema, type Node as ProseNode } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { FakeServer, refusal, type ReceivedCall } from '#platform/web/testing/fake-server.ts'
import { getContent, updateContent } from '#features/content/contract.ts'
import { quickSearch } from '#features/search/contract.ts'
import { openEditor } from '../../testing/open-editor.ts'
import { storageIn } from '../tiptap/create.ts'
import { EditorTools } from '../tools.ts'
import type { TextSession } from '../text-session.ts'
import { blockAtSelection, mayMoveAway } from './movable.ts'
import MoveAwayDialog from './MoveAwayDialog.tsx'
import { LeavingBlock } from './leaving-block.ts'

const HERE = { pageId: '1', spaceKey: 'OPS' }

function opened(storage: string, word: string) {
  const editor = openEditor(storage)
  editor.state.doc.descendants((node, at) => {
    if (node.text?.includes(word)) editor.commands.setTextSelection(at)
  })
  return editor
}

function leaving(editor: Editor): LeavingBlock {
  const block = blockAtSelection(editor.state)
  if (!block) throw new Error('The cursor is in no block')
  return new LeavingBlock(editor, block, HERE)
}

test.for([
  ['<p>a</p><p>word</p>', '<p>word</p>'],
  ['word<p>b</p>', '<p>word</p>'],
  ['<ol><li><p>a</p></li><li><p>word</p></li></ol>', '<ol><li><p>word</p></li></ol>'],
  [
    '<p>word <ac:image><ri:attachment ri:filename="a.png" /></ac:image></p>',
    '<p>word <ac:image><ri:attachment ri:filename="a.png"><ri:content-entity ri:content-id="1" /></ri:attachment></ac:image></p>',
  ],
  [
    '<p>word <ac:link><ri:page ri:content-title="B" /></ac:link></p>',
    '<p>word <ac:link><ri:page ri:content-title="B" ri:space-key="OPS" /></ac:link></p>',
  ],
  ['<p><ac:inline-comment-marker ac:ref="r">word</ac:inline-comment-marker></p>', '<p>word</p>'],
])('of %s the block comes to another space as %s', ([storage = '', wanted]) => {
  expect(leaving(opened(storage, 'word')).storageAt({ pageId: '2', spaceKey: 'DEV' })).toBe(wanted)
})

const FOUND = {
  id: '2',
  title: [{ text: 'Target', hit: true }],
  type: 'page' as const,
  url: '/display/OPS/Target',
  space: { key: 'OPS', name: 'Ops' },
}

const content = (version: number) => ({
  id: '2',
  type: 'page' as const,
  status: 'current' as const,
  title: 'Target',
  extensions: {},
  _links: { webui: '/display/OPS/Target' },
  _expandable: {},
  version: { number: version },
  space: { key: 'OPS' },
  body: { storage: { value: `<p>version ${version}</p>`, representation: 'storage' } },
})

async function shown() {
  const editor = opened('<p>first</p><p>word</p>', 'word')
  const session = { editor, view: { id: '1', space: { key: 'OPS' }, canAttach: true } } as unknown as TextSession
  const tools = new EditorTools(session)
  tools.leaving = leaving(editor)
  tools.open('moveAway')
  const rendered = await renderInApp(<MoveAwayDialog tools={tools} />)
  const choose = async () => {
    await rendered.user.type(rendered.getByRole('combobox', { name: 'Page' }), 'Targ')
    await rendered.user.click(await rendered.findByRole('option', { name: /Target/ }))
    await rendered.user.click(await rendered.findByRole('button', { name: 'Move block' }))
  }
  return { editor, tools, choose, ...rendered }
}

const stored = ({ body }: ReceivedCall<typeof updateContent>) => [body.version?.number, body.body?.storage?.value]

test('the block is added to the version that is current, and then removed here in one step of undo', async () => {
  let version = 4
  const server = new FakeServer()
    .answer(quickSearch, { results: [FOUND] })
    .answer(getContent, () => content(version) as never)
    .answer(updateContent, () => {
      // Another user publishes at the same time.
      if (version === 4) {
        version = 5
        return refusal(409, 'Version 5 is current')
      }
      return content(6) as never
    })
  const { editor, tools, choose } = await shown()
  await choose()
  await expect.poll(() => storageIn(editor)).toBe('<p>first</p>')
  expect(server.calls(updateContent).map(stored)).toEqual([
    [5, '<p>version 4</p><p>word</p>'],
    [6, '<p>version 5</p><p>word</p>'],
  ])
  expect(tools.dialog()).toBeUndefined()
  editor.commands.undo()
  expect(storageIn(editor)).toBe('<p>first</p><p>word</p>')
})

test('nothing changes here if the page may not be changed, and the dialog says why', async () => {
  new FakeServer()
    .answer(quickSearch, { results: [FOUND] })
    .answer(getContent, () => content(4) as never)
    .answer(updateContent, () => refusal(403, 'You may not edit this page'))
  const { editor, choose, findByRole } = await shown()
  await choose()
  expect((await findByRole('alert')).textContent).toBe('You may not edit this page')
  expect(storageIn(editor)).toBe('<p>first</p><p>word</p>')
})

test('a block that was changed while it was moved stays, and the user is told', async () => {
  const server = new FakeServer()
    .answer(quickSearch, { results: [FOUND] })
    .answer(getContent, () => content(4) as never)
  const { editor, choose, findByText } = await shown()
  server.answer(updateContent, () => {
    editor.commands.insertContentAt(editor.state.doc.content.size - 1, '!')
    return content(5) as never
  })
  await choose()
  await findByText('It stays here too, because it was changed meanwhile.')
  expect(storageIn(editor)).toBe('<p>first</p><p>word!</p>')
})

test('a block does not move away while suggestions are made, nor if it is one', () => {
  const { state } = opened('<p>a</p><blockquote><p>word</p></blockquote>', 'word')
  const doc = withSuggestions(state.doc)
  const blocks: [string, boolean, boolean][] = []
  doc.descendants((node, at) => {
    if (node.isTextblock && node.textContent !== '')
      blocks.push([
        node.textContent,
        mayMoveAway({ doc }, { node, at }, false),
        mayMoveAway({ doc }, { node, at }, true),
      ])
  })
  expect(blocks).toEqual([
    ['a', true, false],
    ['word', false, false],
  ])
})

/** A document whose last quote with words is a suggestion, as other editors have it. */
function withSuggestions(doc: ProseNode): ProseNode {
  const json = doc.toJSON() as { content: { type: string; attrs: object }[] }
  const schema = new Schema({
    nodes: doc.type.schema.spec.nodes.update('blockquote', {
      ...doc.type.schema.spec.nodes.get('blockquote'),
      attrs: { ...doc.type.schema.spec.nodes.get('blockquote')?.attrs, suggestion: { default: null } },
    }),
    marks: doc.type.schema.spec.marks,
  })
  for (const block of json.content)
    if (block.type === 'blockquote') block.attrs = { ...block.attrs, suggestion: { kind: 'insertion' } }
  return schema.nodeFromJSON(json)
}
