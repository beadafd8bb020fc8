import { expect, it } from 'vitest'
import { registerSettingsAreas, settingsAreas } from './settings-areas.ts'

it('lists the settings screens of all features by their order', () => {
  registerSettingsAreas([
    { path: '/profile', title: 'Profile', order: 10 },
    { path: '/tokens', title: 'Access tokens', order: 40 },
  ])
  registerSettingsAreas([{ path: '/mail', title: 'Notifications', order: 30 }])
  expect(settingsAreas().map(({ path }) => path)).toEqual(['/profile', '/mail', '/tokens'])
})
