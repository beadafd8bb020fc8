import type { Editor } from '@tiptap/core'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { EditorTools } from '../tools.ts'
import { TextSession } from '../text-session.ts'
import { storageIn } from '../tiptap/create.ts'
import { closeFind, openFind } from './find-commands.ts'
import { findKey } from './find-state.ts'
import { FindPlace } from './FindPlace.tsx'

const code = (text: string) =>
  `<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body></ac:structured-macro>`
const BOX = {
  name: 'info',
  title: 'Info',
  description: '',
  category: 'formatting',
  keywords: '',
  aliases: [],
  isCommon: false,
  hasForm: false,
  parameters: {},
  isBox: true,
  hasTitle: false,
}
const info = (inner: string) =>
  `<ac:structured-macro ac:name="info"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`

/** An open search in a text. */
async function searching(storage: string): Promise<{ editor: Editor; user: ReturnType<typeof userEvent.setup> }> {
  const view = { id: '1', space: { key: 'S' }, canAttach: false }
  const session = new TextSession(view, {
    storage,
    people: {},
    macros: [BOX],
    placeholder: '',
    attributes: { 'aria-label': 'Text' },
  })
  document.body.append(session.element)
  const { editor } = session
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined
  editor.view.setProps({ handleScrollToSelection: () => true })
  await renderInApp(<FindPlace tools={new EditorTools(session)} />)
  openFind(editor)
  await screen.findByRole('textbox', { name: 'Find' })
  return { editor, user: userEvent.setup() }
}

const field = () => screen.getByRole('textbox', { name: 'Find' })
const status = () => screen.getByRole('status').textContent
const selected = ({ state: { doc, selection } }: Editor) => doc.textBetween(selection.from, selection.to)

describe('find and replace', () => {
  beforeAll(() => startI18n('en'))

  test('counts and goes around in blocks, tables, boxes and code', async () => {
    const storage = `<p>One one</p><table><tbody><tr><td>one</td></tr></tbody></table>${info('<p>gone</p>')}${code('one();')}`
    const { editor, user } = await searching(storage)
    await user.type(field(), 'one')
    expect(status()).toBe('1 of 5')
    expect(editor.view.dom.querySelectorAll('.ox-found')).toHaveLength(5)
    expect(editor.view.dom.querySelectorAll('.ox-found-current')).toHaveLength(1)
    await user.keyboard('{Enter}{Enter}')
    expect([status(), selected(editor)]).toEqual(['3 of 5', 'one'])
    await user.keyboard('{Shift>}{Enter}{Enter}{Enter}{/Shift}')
    expect(status()).toBe('5 of 5')
    await user.keyboard('{Enter}')
    expect(status()).toBe('1 of 5')
    await user.click(screen.getByRole('button', { name: 'Match case' }))
    expect(status()).toBe('1 of 4')
    await user.click(screen.getByRole('button', { name: 'Whole words' }))
    expect(status()).toBe('1 of 3')
    await user.type(field(), 'x')
    expect(status()).toBe('No matches')
    expect(storageIn(editor)).toBe(storage)
  })

  test('understands regular expressions, and says which are invalid', async () => {
    const { editor, user } = await searching('<p>a1 b22<br />c3 <ac:emoticon ac:name="smile" />d4</p>')
    await user.click(screen.getByRole('button', { name: 'Regular expression' }))
    await user.type(field(), String.raw`([[a-z])(\d+)`)
    await expect.poll(status).toBe('1 of 4')
    await user.type(screen.getByRole('textbox', { name: 'Replace with' }), '$2$1!')
    await user.click(screen.getByRole('button', { name: 'Replace all' }))
    expect(storageIn(editor)).toBe('<p>1a! 22b!<br />3c! <ac:emoticon ac:name="smile" />4d!</p>')
    await user.clear(field())
    await user.type(field(), '(')
    expect(status()).toBe('Invalid expression')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    // Objects are no text that a match may cover.
    await user.clear(field())
    await user.type(field(), '.+d')
    expect(status()).toBe('No matches')
  })

  test('replaces one by one and keeps emphasis', async () => {
    const { editor, user } = await searching('<p>a <strong>b</strong> b b</p>')
    await user.type(field(), 'b')
    await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'bb')
    await user.keyboard('{Enter}')
    expect([storageIn(editor), status()]).toEqual(['<p>a <strong>bb</strong> b b</p>', '3 of 4'])
    await user.keyboard('{Enter}')
    expect(storageIn(editor)).toBe('<p>a <strong>bb</strong> bb b</p>')
  })

  test('replaces all in one step of undo, also by nothing', async () => {
    const storage = `<p>x</p><p>a x</p>${info('<p>x b</p>')}<table><tbody><tr><td>X</td></tr></tbody></table>`
    const { editor, user } = await searching(storage)
    await user.type(field(), 'x')
    await user.click(screen.getByRole('button', { name: 'Replace all' }))
    expect(status()).toBe('4 places replaced')
    expect(storageIn(editor)).toBe(`<p /><p>a </p>${info('<p> b</p>')}<table><tbody><tr><td /></tr></tbody></table>`)
    editor.commands.undo()
    expect(storageIn(editor)).toBe(storage)
  })

  test('replaces all by keys alone', async () => {
    const { editor, user } = await searching('<p>x y</p><p>x</p>')
    await user.keyboard('x{Tab}z{Control>}{Alt>}{Enter}{/Alt}{/Control}')
    expect(status()).toBe('2 places replaced')
    await user.keyboard('{Escape}')
    expect([storageIn(editor), document.activeElement]).toEqual(['<p>z y</p><p>z</p>', editor.view.dom])
  })

  test.each(['Replace', 'Replace all'])('keeps the focus when no match is left for %s', async name => {
    const { editor, user } = await searching('<p>x y</p>')
    await user.keyboard('x')
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Escape}')
    expect([storageIn(editor), document.activeElement]).toEqual(['<p> y</p>', editor.view.dom])
  })

  test('follows changes of the text, and Escape leads back to the match', async () => {
    const { editor, user } = await searching('<p>cat cot</p><p>cat</p>')
    await user.type(field(), 'cat')
    await user.keyboard('{Enter}')
    expect(status()).toBe('2 of 2')
    editor.view.dispatch(editor.state.tr.insertText('cat ', 1))
    await expect.poll(status).toBe('3 of 3')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('search')).toBeNull()
    expect([document.activeElement, selected(editor)]).toEqual([editor.view.dom, 'cat'])
    expect(editor.view.dom.querySelector('.ox-found')).toBeNull()
    // Ctrl+F takes the selected word.
    await user.keyboard('{Control>}f{/Control}')
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' })).value).toBe('cat')
    expect(document.activeElement).toBe(field())
  })

  test('stops counting on long pages, and still replaces all', async () => {
    const { editor, user } = await searching('<p>e e</p>'.repeat(6))
    const limits = { matches: 8, milliseconds: Infinity }
    editor.view.dispatch(editor.state.tr.setMeta(findKey, { ...findKey.getState(editor.state), limits }))
    await user.type(field(), 'e')
    expect(status()).toBe('1 of 8+')
    await user.click(screen.getByRole('button', { name: 'Replace all' }))
    expect(status()).toBe('12 places replaced')
    closeFind(editor)
    expect(findKey.getState(editor.state)).toBeUndefined()
  })
})
