import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FakeServer } from '#platform/web/testing/fake-server.ts'
import { renderInApp } from '#platform/web/testing/render.tsx'
import type { SiteSettings } from '../contract.ts'
import { updateSiteSettings, type FormField } from '../settings-contract.ts'
import { SettingsForm } from './SettingsForm.tsx'

const FIELDS: readonly FormField[] = [
  { name: 'motto', label: 'Motto', help: 'Below the title.', control: { kind: 'text', maximum: 20 } },
  { name: 'size', label: 'Size in MB', control: { kind: 'megabytes', isRequired: true } },
  { name: 'most', label: 'Most writers', control: { kind: 'number', maximum: 100 } },
  { name: 'isOpen', label: 'Open', help: 'For everyone.', control: { kind: 'switch' } },
  {
    name: 'day',
    label: 'First day',
    control: {
      kind: 'choice',
      options: [
        { id: 'mon', label: 'Monday' },
        { id: 'sun', label: 'Sunday' },
      ],
    },
  },
  {
    name: 'off',
    label: 'Parts',
    control: {
      kind: 'parts',
      options: [
        { id: 'a', label: 'Part A' },
        { id: 'b', label: 'Part B' },
      ],
    },
  },
]
const SETTINGS: SiteSettings = {
  motto: 'Hello',
  size: 5 * 2 ** 20,
  most: 12,
  isOpen: true,
  day: 'mon',
  off: ['a'],
  another: 'unchanged',
  baseUrl: 'http://localhost',
  mail: { configured: false, from: '' },
}

test('a section shows each setting by its control and sends the values of the section', async () => {
  const server = new FakeServer().answer(updateSiteSettings, SETTINGS)
  const { user } = await renderInApp(<SettingsForm fields={FIELDS} settings={SETTINGS} />)
  const motto = screen.getByRole('textbox', { name: /Motto/ })
  expect(motto).toHaveProperty('value', 'Hello')
  await user.clear(motto)
  await user.type(motto, 'A motto that is longer than this')
  const size = screen.getByRole('textbox', { name: /Size in MB/ })
  expect(size).toHaveProperty('value', '5')
  await user.clear(size)
  await user.type(size, '2,5')
  const most = screen.getByRole('textbox', { name: /Most writers/ })
  expect(most).toHaveProperty('value', '12')
  await user.clear(most)
  await user.type(most, '20')
  await user.click(screen.getByRole('checkbox', { name: /Open/ }))
  expect(screen.getByRole('checkbox', { name: 'Part A' })).toHaveProperty('checked', false)
  await user.click(screen.getByRole('checkbox', { name: 'Part A' }))
  await user.click(screen.getByRole('checkbox', { name: 'Part B' }))
  await user.click(screen.getByRole('button', { name: /First day/ }))
  await user.click(screen.getByRole('option', { name: 'Sunday' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The settings were saved')
  expect(server.calls(updateSiteSettings).map(({ body }) => body)).toEqual([
    { motto: 'A motto that is long', size: 2.5 * 2 ** 20, most: 20, isOpen: false, day: 'sun', off: ['b'] },
  ])
})

test('a refused value is explained beside its field', async () => {
  new FakeServer().answer(updateSiteSettings, () =>
    Response.json(
      {
        statusCode: 400,
        message: 'body.size: must be 1 MB or more',
        data: {
          errors: [
            {
              field: 'body.size',
              message: { key: 'must be 1 MB or more', args: [], translation: 'must be 1 MB or more' },
            },
          ],
        },
      },
      { status: 400 },
    ),
  )
  const { user } = await renderInApp(<SettingsForm fields={FIELDS} settings={SETTINGS} />)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const error = await screen.findByText(/^must be 1 MB or more\.?$/i)
  const described = screen.getByRole('textbox', { name: /Size in MB/ }).getAttribute('aria-describedby') ?? ''
  expect(described.split(' ').some(id => document.getElementById(id)?.contains(error))).toBe(true)
})
