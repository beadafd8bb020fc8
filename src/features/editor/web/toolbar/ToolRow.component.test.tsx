import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import { ToolButton } from './ToolButton.tsx'
import { ToolRow } from './ToolRow.tsx'

// jsdom has no layout to observe.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(() => startI18n('en'))

test('Home and End lead to the first and the last tool that can be used, and stay in a field', async () => {
  const tool = (label: string, isDisabled = false) => (
    <ToolButton label={label} isDisabled={isDisabled} onPress={() => undefined}>
      {label}
    </ToolButton>
  )
  await renderInApp(
    <ToolRow label="Formatting">
      {tool('Undo', true)}
      {tool('Bold')}
      <input aria-label="Title" />
      {tool('Link')}
      {tool('Cell')}
      {tool('Delete', true)}
    </ToolRow>,
  )
  const user = userEvent.setup()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  screen.getByRole('button', { name: 'Link' }).focus()
  await user.keyboard('{End}')
  expect(focused()).toBe('Cell')
  await user.keyboard('{Home}')
  expect(focused()).toBe('Bold')
  screen.getByRole('textbox', { name: 'Title' }).focus()
  await user.keyboard('{End}')
  expect(focused()).toBe('Title')
})
