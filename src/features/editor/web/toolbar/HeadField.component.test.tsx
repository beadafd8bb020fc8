import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { TextSession } from '../text-session.ts'
import { storageIn } from '../tiptap/create.ts'
import { EditorTools } from '../tools.ts'
import { HeadField } from './HeadField.tsx'

beforeAll(() => startI18n('en'))

const code = (parameters: string) =>
  `<ac:structured-macro ac:name="code">${parameters}<ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>`

test('stores each letter, as one step of undo for each visit', async () => {
  const view = { id: '1', space: { key: 'S' }, canAttach: false }
  const storage = `${code('')}<p>end</p>`
  const session = new TextSession(view, { storage, people: {}, macros: [], placeholder: '', attributes: {} })
  document.body.append(session.element)
  // jsdom has no layout.
  session.editor.view.setProps({ handleScrollToSelection: () => true })
  onTestFinished(() => session.editor.destroy())
  const tools = new EditorTools(session)
  await renderInApp(<HeadField tools={tools} at={0} name="title" label="Title" />)
  const field = screen.getByRole('textbox', { name: 'Title' })
  const user = userEvent.setup()
  await user.type(field, 'One')
  expect(document.activeElement).toBe(field)
  const title = (text: string) => `${code(`<ac:parameter ac:name="title">${text}</ac:parameter>`)}<p>end</p>`
  expect(storageIn(session.editor)).toBe(title('One'))
  await user.keyboard('{Enter}')
  await expect.poll(() => document.activeElement).toBe(session.editor.view.dom)
  await user.type(field, ' two')
  expect(storageIn(session.editor)).toBe(title('One two'))
  session.editor.commands.undo()
  expect(storageIn(session.editor)).toBe(title('One'))
  session.editor.commands.undo()
  expect(storageIn(session.editor)).toBe(storage)
})
