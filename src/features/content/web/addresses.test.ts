import { describe, expect, it } from 'vitest'
import { addressOf, knownAddress, rememberAddress } from './addresses.ts'

describe('addresses of pages', () => {
  it('name a space, a page or a post; `+` is a blank and `%2B` a plus', () => {
    expect(addressOf('/display/DOCS')).toEqual({ spaceKey: 'DOCS' })
    expect(addressOf('/display/~ada/C%2B%2B+for+all')).toEqual({ spaceKey: '~ada', title: 'C++ for all' })
    expect(addressOf('/display/DOCS/2026/11/02/%E6%97%A5%E6%9C%AC')).toEqual({
      spaceKey: 'DOCS',
      title: '日本',
      postingDay: '2026/11/02',
    })
  })
  it('are remembered by their path alone', () => {
    rememberAddress('/display/DOCS/Known+page?x=1#y', '7')
    rememberAddress('/pages/viewpage.action?pageId=8', '8')
    expect(knownAddress('/display/DOCS/Known+page')).toBe('7')
    expect(knownAddress('/pages/viewpage.action')).toBeUndefined()
  })
})
