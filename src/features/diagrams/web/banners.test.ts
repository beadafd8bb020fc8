import { describe, expect, it } from 'vitest'
import { bannerIn, FAILURE } from './banners.ts'

describe('what a page says of its diagrams', () => {
  it('follows from its address', () => {
    expect(bannerIn('?pageId=7&linked=true')).toEqual({ text: 'Diagram Successfully Linked', tone: 'success' })
    expect(bannerIn('?unlinked=true')).toEqual({ text: 'Diagram Successfully Unlinked', tone: 'success' })
    expect([bannerIn('?linked=false'), bannerIn('?pageId=7'), bannerIn('')]).toEqual([undefined, undefined, undefined])
  })

  it('has a failure in store [D2.4-03] [D8-14]', () => {
    expect(FAILURE).toEqual({ text: 'Diagram Linking Failed', tone: 'danger' })
  })
})
