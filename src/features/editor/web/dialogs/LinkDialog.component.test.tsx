import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { quickSearch } from '#features/search/contract.ts'
import { TextSession } from '../text-session.ts'
import { storageIn } from '../tiptap/create.ts'
import { EditorTools } from '../tools.ts'
import LinkDialog from './LinkDialog.tsx'

beforeAll(() => startI18n('en'))

test.each([
  ['https://example.com/coast', '<a href="https://example.com/coast">word</a>'],
  [
    `${location.origin}/display/SEA/Tide+times`,
    '<ac:link><ri:page ri:content-title="Tide times" ri:space-key="SEA" /><ac:plain-text-link-body><![CDATA[word]]></ac:plain-text-link-body></ac:link>',
  ],
  [
    'Tides',
    '<ac:link><ri:page ri:content-title="Tides" /><ac:plain-text-link-body><![CDATA[word]]></ac:plain-text-link-body></ac:link>',
  ],
])('links selected words to %s, typed at once', async (typed, link) => {
  new FakeServer().answer(quickSearch, { results: [] })
  const view = { id: '1', space: { key: 'S' }, canAttach: false }
  const session = new TextSession(view, {
    storage: '<p>word</p>',
    people: {},
    macros: [],
    placeholder: '',
    attributes: {},
  })
  document.body.append(session.element)
  // jsdom has no layout.
  session.editor.view.setProps({ handleScrollToSelection: () => true })
  onTestFinished(() => session.editor.destroy())
  session.editor.commands.setTextSelection({ from: 1, to: 5 })
  await renderInApp(<LinkDialog tools={new EditorTools(session)} />)
  const user = userEvent.setup()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Page' }))
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.paste(typed)
  // Of a title, the first Enter closes the list of pages.
  if (!typed.includes('/')) await user.keyboard('{Enter}')
  await user.keyboard('{Enter}')
  expect(storageIn(session.editor)).toBe(`<p>${link}</p>`)
})
