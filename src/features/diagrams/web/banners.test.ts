import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import Banner from './Banner.ts'
import { bannerIn, FAILURE } from './banners.ts'

describe('what a page says of its diagrams', () => {
  it('follows from its address', () => {
    expect(bannerIn('?pageId=7&linked=true')).toEqual({ text: 'Diagram Successfully Linked', tone: 'success' })
    expect(bannerIn('?unlinked=true')).toEqual({ text: 'Diagram Successfully Unlinked', tone: 'success' })
    expect([bannerIn('?linked=false'), bannerIn('?pageId=7'), bannerIn('')]).toEqual([undefined, undefined, undefined])
  })

  it('has a failure in store, which is spoken at once [D2.4-03] [D8-14]', () => {
    expect(renderToStaticMarkup(createElement(Banner, { banner: FAILURE }))).toBe(
      '<div class="ox-diagram-banner" data-tone="danger" role="alert">Diagram Linking Failed</div>',
    )
    const linked = bannerIn('?linked=true')
    expect(linked && renderToStaticMarkup(createElement(Banner, { banner: linked }))).toBe(
      '<div class="ox-diagram-banner" data-tone="success" role="status">Diagram Successfully Linked</div>',
    )
  })
})
