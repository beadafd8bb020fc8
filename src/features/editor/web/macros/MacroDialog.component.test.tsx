import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { listMacroForms, previewMacros } from '../../macros-contract.ts'
import { TextSession } from '../text-session.ts'
import { storageIn } from '../tiptap/create.ts'
import { EditorTools } from '../tools.ts'
import MacroDialog from './MacroDialog.tsx'

const TITLE = {
  name: 'title',
  aliases: [],
  type: 'text' as const,
  label: 'Title',
  help: '',
  isRequired: false,
  isList: false,
  default: '',
  values: [],
}
const CHART = {
  name: 'flow',
  aliases: [],
  title: 'Flow',
  description: '',
  category: 'media',
  body: 'plain' as const,
  isBox: false,
  isInline: false,
  values: {},
  parameters: [TITLE],
}

beforeAll(() => startI18n('en'))

test('the text of a macro is typed at once, and Ctrl+Enter inserts it', async () => {
  new FakeServer().answer(listMacroForms, { categories: [], macros: [CHART] }).answer(previewMacros, { previews: [''] })
  const view = { id: '1', space: { key: 'S' }, canAttach: false }
  const session = new TextSession(view, { storage: '<p />', people: {}, macros: [], placeholder: '', attributes: {} })
  document.body.append(session.element)
  // jsdom has no layout.
  session.editor.view.setProps({ handleScrollToSelection: () => true })
  onTestFinished(() => session.editor.destroy())
  const tools = new EditorTools(session)
  tools.macro = { kind: 'new', name: 'flow' }
  await renderInApp(<MacroDialog tools={tools} />)
  await screen.findByRole('textbox', { name: 'Title' })
  const text = screen.getByRole('textbox', { name: 'Text' })
  expect(document.activeElement).toBe(text)
  await userEvent.keyboard('a{Enter}b{Control>}{Enter}{/Control}')
  expect(storageIn(session.editor).replaceAll(/ ac:(?:schema-version|macro-id)="[^"]*"/g, '')).toContain(
    '<ac:structured-macro ac:name="flow"><ac:plain-text-body><![CDATA[a\nb]]></ac:plain-text-body>',
  )
})
