import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { FakeServer, heldAnswer, refusal } from '#platform/web/testing/fake-server.ts'
import { openEditor, paste } from '#features/editor/testing/open-editor.ts'
import { storageIn } from '#features/editor/testing/parts.ts'
import { linkTitle } from '../contract.ts'
import './index.ts'

beforeAll(() => startI18n('en'))

const ISSUE = 'https://github.com/octo/tides/issues/7'
const TITLE = 'Ebb & flow · Issue #7 · octo/tides'
const BARE = `<a href="${ISSUE}">${ISSUE}</a>`
const TITLED = `<a href="${ISSUE}">Ebb &amp; flow · Issue #7 · octo/tides</a>`
/** An address whose title comes at once: by then, earlier ones had their turn. */
const LAST = 'https://github.com/octo/last'

/** An editor in which an address was pasted whose title does not come before it is released. */
async function pasted() {
  const held = heldAnswer(linkTitle)
  const server = new FakeServer().answer(linkTitle, ({ query }) =>
    query['url'] === LAST ? { title: 'Last' } : held.answer(),
  )
  const editor = openEditor('<p>See:</p>')
  editor.commands.setTextSelection(5)
  paste(editor, { 'text/plain': ISSUE })
  expect(storageIn(editor)).toBe(`<p>See:${BARE}</p>`)
  await expect.poll(() => server.calls(linkTitle).map(({ query }) => query)).toEqual([{ url: ISSUE }])
  return { editor, server, release: held.release }
}

/** Pastes {@link LAST} into an empty paragraph at the end and waits for its title. @returns the text before it */
async function textBeforeLast(editor: ReturnType<typeof openEditor>): Promise<string> {
  const end = editor.state.doc.content.size
  editor
    .chain()
    .insertContentAt(end, { type: 'paragraph' })
    .setTextSelection(end + 1)
    .run()
  paste(editor, { 'text/plain': LAST })
  const last = `<p><a href="${LAST}">Last</a></p>`
  await expect.poll(() => storageIn(editor)).toContain(last)
  return storageIn(editor).replace(last, '')
}

test('an address shows its title when it comes, in a step of undo', async () => {
  const { editor, release } = await pasted()
  release({ title: TITLE })
  await expect.poll(() => storageIn(editor)).toBe(`<p>See:${TITLED}</p>`)
  editor.view.dispatch(editor.state.tr.insertText('.'))
  expect(storageIn(editor)).toBe(`<p>See:${TITLED}.</p>`)
  for (const step of [TITLED, BARE, '']) {
    editor.commands.undo()
    expect(storageIn(editor)).toBe(`<p>See:${step}</p>`)
  }
})

test('the title finds its link after changes before and behind it', async () => {
  const { editor, release } = await pasted()
  editor.commands.insertContentAt(editor.state.doc.content.size - 1, ' now')
  editor.commands.insertContentAt(1, 'Please! ')
  release({ title: TITLE })
  await expect.poll(() => storageIn(editor)).toBe(`<p>Please! See:${TITLED} now</p>`)
})

test.each<[string, (editor: ReturnType<typeof openEditor>) => void, string]>([
  ['removed', ({ commands }) => void commands.undo(), '<p>See:</p>'],
  [
    'changed in its words',
    ({ commands }) => void commands.deleteRange({ from: 10, to: 11 }),
    `<p>See:<a href="${ISSUE}">${ISSUE.replace(':', '')}</a></p>`,
  ],
  [
    'led elsewhere',
    editor =>
      void editor
        .chain()
        .setTextSelection({ from: 5, to: 5 + ISSUE.length })
        .setMark('link', { attributes: { href: 'https://example.org/' } })
        .run(),
    `<p>See:<a href="https://example.org/">${ISSUE}</a></p>`,
  ],
  [
    'made a text',
    editor =>
      void editor
        .chain()
        .setTextSelection({ from: 5, to: 5 + ISSUE.length })
        .unsetMark('link')
        .run(),
    `<p>See:${ISSUE}</p>`,
  ],
])('a link that was %s meanwhile stays so', async (_name, change, storage) => {
  const { editor, release } = await pasted()
  change(editor)
  release({ title: TITLE })
  expect(await textBeforeLast(editor)).toBe(storage)
})

test.each([
  ['no title', { title: null }],
  ['too many requests', refusal(429, 'Too many requests')],
])('the address stays: %s', async (_name, answer) => {
  const { editor, release } = await pasted()
  release(answer)
  expect(await textBeforeLast(editor)).toBe(`<p>See:${BARE}</p>`)
})

test('no title is asked for over words, by Ctrl+Shift+V and for addresses of the wiki', async () => {
  const server = new FakeServer().answer(linkTitle, { title: 'Last' })
  const editor = openEditor('<p>words</p>')
  editor.commands.setTextSelection({ from: 1, to: 6 })
  paste(editor, { 'text/plain': ISSUE })
  editor.commands.setTextSelection(6)
  editor.view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true, bubbles: true }),
  )
  paste(editor, { 'text/plain': ISSUE })
  paste(editor, { 'text/plain': `${location.origin}/admin` })
  const own = `<a href="${location.origin}/admin">${location.origin}/admin</a>`
  expect(await textBeforeLast(editor)).toBe(`<p><a href="${ISSUE}">words</a>${ISSUE}${own}</p>`)
  expect(server.calls(linkTitle).map(({ query }) => query)).toEqual([{ url: LAST }])
})
