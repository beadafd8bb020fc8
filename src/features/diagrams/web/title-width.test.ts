import { expect, it } from 'vitest'
import { titleWidth } from './title-width.ts'

it('gives the title of a diagram 180 px, less what the buttons take [D2.1-17] [D9-14]', () => {
  expect(titleWidth(800, { isLinked: false, version: 0 })).toBe(180)
  expect(titleWidth(800, { isLinked: true, version: 40 })).toBe(180)
  // Four buttons of 28 px and 15 px of padding.
  expect(titleWidth(300, { isLinked: false, version: 0 })).toBe(173)
  expect(titleWidth(300, { isLinked: true, version: 0 })).toBe(117)
  expect(titleWidth(300, { isLinked: true, version: 30 })).toBe(87)
  expect(titleWidth(100, { isLinked: true, version: 0 })).toBe(0)
})
