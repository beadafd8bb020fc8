import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { dateSource, statusSource } from '#language/editor/index.ts'
import { startI18n } from '#platform/web/i18n.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { openEditor } from '../../testing/open-editor.ts'
import type { TextSession } from '../text-session.ts'
import { storageIn } from '../tiptap/create.ts'
import { EditorTools } from '../tools.ts'
import AtomDialogs from './AtomDialogs.tsx'

beforeAll(() => startI18n('en'))

test.each([
  ['date', dateSource('2026-03-01'), 'Day', '<time datetime="2026-03-01" />'],
  ['status', statusSource('To do', 'Grey'), 'Text', 'To do'],
] as const)('Enter takes the %s as it is offered', async (type, source, label, stored) => {
  const editor = openEditor('<p>by </p>')
  editor.commands.setTextSelection(4)
  editor.commands.insertContent({ type, attrs: { source } })
  const tools = new EditorTools({ editor } as TextSession)
  tools.open(type)
  await renderInApp(<AtomDialogs tools={tools} dialog={type} />)
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  await userEvent.keyboard('{Enter}')
  expect(tools.dialog()).toBeUndefined()
  expect(storageIn(editor)).toContain(stored)
})
