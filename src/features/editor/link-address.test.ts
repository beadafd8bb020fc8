import { expect, it } from 'vitest'
import { ADDRESS_AT_END } from './web/tiptap/link-address.ts'

it.each([
  ['https://example.org/x', 'https://example.org/x'],
  ['See https://example.org/x.', 'https://example.org/x'],
  ['(https://example.org/a,b?c=d&e#f)', 'https://example.org/a,b?c=d&e#f'],
  ['http://x.org/ö!?', 'http://x.org/ö'],
  ['xhttps://example.org', undefined],
  ['https://', undefined],
  ['https://example.org/x and', undefined],
])('of %s the address at the end is %s', (text, address) => {
  expect(new RegExp(`${ADDRESS_AT_END.source}$`).exec(text)?.[1]).toBe(address)
})
