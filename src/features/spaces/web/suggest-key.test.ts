import { expect, it } from 'vitest'
import { suggestKey } from './suggest-key.ts'

it.each([
  ['Documentation', 'DOCUMENTAT'],
  ['How we work', 'HWW'],
  ['Straße', 'STRASSE'],
  ['Été 2026', 'E2026'],
  ['設計', ''],
  ['', ''],
])('suggests for %s the key "%s"', (name, key) => {
  expect(suggestKey(name)).toBe(key)
})
