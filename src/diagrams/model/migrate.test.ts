import { expect, it } from 'vitest'
import { migrate, type Migration } from './migrate.ts'

const steps = new Map<number, Migration>([
  [1, ({ sheets, ...rest }) => ({ ...rest, pages: sheets })],
  [2, document => ({ ...document, media: {} })],
])

it('leads an older document on step by step', () => {
  expect(migrate({ version: 1, sheets: [1] }, steps, 3)).toEqual({ version: 3, pages: [1], media: {} })
  expect(migrate({ version: 2, pages: [] }, steps, 3)).toEqual({ version: 3, pages: [], media: {} })
  expect(migrate({ version: 3, pages: [] }, steps, 3)).toEqual({ version: 3, pages: [] })
})

it('says which version it cannot lead on', () => {
  expect(() => migrate({ version: 4 }, steps, 3)).toThrow('version: is 4, made by a newer version of this wiki')
  expect(() => migrate({ version: 1 }, new Map(), 2)).toThrow('version: is 1; there is no way from 1 to 2')
  for (const version of [undefined, null, 0, 1.5, '1', Number.NaN]) {
    expect(() => migrate({ version }, steps, 3)).toThrow('version: must be a whole number from 1 to 3')
  }
})
