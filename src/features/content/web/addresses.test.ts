import { describe, expect, it } from 'vitest'
import { addressOf, pageAddress } from '#features/content-core/address-shared.ts'
import { cacheAddress, forgetAddress, knownAddress } from './addresses.ts'

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
  it.each([
    ['/pages/viewpage.action?pageId=7&x=1', { pageId: '7' }],
    ['/pages/viewpage.action?spaceKey=DOCS&title=C%2B%2B+for+all', { spaceKey: 'DOCS', title: 'C++ for all' }],
    ['/pages/viewpage.action?pageId=seven', undefined],
    ['/spaces/DOCS/pages/7/Any+title', { pageId: '7' }],
    ['/spaces/viewspace.action?key=DOCS', { spaceKey: 'DOCS' }],
    ['/display/DOCS?x=1', { spaceKey: 'DOCS' }],
    ['/display/DOCS/Plans', { spaceKey: 'DOCS', title: 'Plans' }],
    ['/x/AQAB', { tiny: 'AQAB' }],
    ['/spaces/spacepermissions.action?key=DOCS', undefined],
    ['/display/', undefined],
    ['/display/DOCS/%E0%A4', undefined],
    ['//', undefined],
    ['/admin', undefined],
  ])('are told from others: %s', (path, named) => {
    expect(pageAddress(path)).toEqual(named)
  })
  it('are remembered by their path alone', () => {
    cacheAddress('/display/DOCS/Known+page?x=1#y', '7')
    cacheAddress('/pages/viewpage.action?pageId=8', '8')
    expect(knownAddress('/display/DOCS/Known+page')).toBe('7')
    expect(knownAddress('/pages/viewpage.action')).toBeUndefined()
    forgetAddress('/display/DOCS/Known+page')
    expect(knownAddress('/display/DOCS/Known+page')).toBeUndefined()
  })
})
