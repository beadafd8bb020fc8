import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { restrictionState, restrictionWord } from './restriction-state.ts'
import { BannerItemView, type BannerItem } from './view/BannerItemView.tsx'

const ITEM: BannerItem = {
  href: '/pages/viewinfo.action?pageId=7',
  tooltip: 'What links here',
  linkId: 'content-metadata-links',
  styleClasses: ['ox-links', 'important'],
  label: '3 links',
  icon: { url: '/images/links.svg', height: 14, width: 16 },
  isAuiButton: true,
  suppressDefaultStyle: false,
}

it('draws an item of the banner with all that it has [V3-24]', () => {
  // React asks for the picture early.
  const drawn = (item: BannerItem) => renderToStaticMarkup(h(BannerItemView, { item })).replace(/^<link [^>]*>/, '')
  expect(drawn(ITEM)).toBe(
    '<li class="ox-byline-item"><a id="content-metadata-links" class="ox-banner-item aui-button ox-action ox-links important"' +
      ' title="What links here" href="/pages/viewinfo.action?pageId=7">' +
      '<img src="/images/links.svg" alt="" height="14" width="16"/><span>3 links</span></a></li>',
  )
  const { href: _, icon: __, ...bare } = ITEM
  expect(drawn({ ...bare, isAuiButton: false, suppressDefaultStyle: true })).toBe(
    '<li class="ox-byline-item"><span id="content-metadata-links" class="ox-links important" title="What links here">' +
      '<span>3 links</span></span></li>',
  )
})

it.each([
  [[], false, [false, false, false, false], 'no'],
  [['read'], false, [true, true, false, true], 'explicit'],
  [['update'], false, [true, false, false, true], 'explicit'],
  [[], true, [true, false, true, false], 'inherited'],
  [['read', 'update'], true, [true, true, true, true], 'explicit'],
] as const)('derives the state of restrictions from %j, guarded above: %s [V3-25]', (own, isGuarded, flags, word) => {
  const state = restrictionState(own, isGuarded)
  expect([
    state.hasRestrictions,
    state.hasExplicitRestrictions,
    state.hasInheritedRestrictions,
    state.hasAnyExplicitRestrictions,
  ]).toEqual(flags)
  expect(restrictionWord(state)).toBe(word)
})
