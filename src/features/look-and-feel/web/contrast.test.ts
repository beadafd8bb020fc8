import { describe, expect, it } from 'vitest'
import { contrast, longForm } from '#platform/contrast.ts'
import { faintPairs, isColour } from './contrast.ts'

const COLOURS = {
  topBar: '#ffffff',
  topBarMenuSelectedBackground: '#efede9',
  topBarMenuSelectedText: '#22201c',
  topBarMenuItemText: '#5c5750',
  headerButtonBaseBg: '#0c686b',
  headerButtonBaseText: '#ffffff',
  headingText: '#22201c',
  links: '#0c686b',
  borderColor: '#e7e4de',
  navBackground: '#f7f6f3',
}

describe('contrast of colours', () => {
  it('is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2)
    expect(contrast('#fff', '#777777')).toBe(contrast('#777777', '#fff'))
    expect(contrast('#abc', '#aabbcc')).toBe(1)
  })

  it('tells which texts are hard to read', () => {
    expect(faintPairs(COLOURS, false)).toEqual([])
    expect(faintPairs(COLOURS, true).map(({ text }) => text)).toEqual(['headingText', 'links'])
    const dim = { ...COLOURS, topBar: '#0747a6', links: '#eee' }
    expect(faintPairs(dim, false).map(({ text, ground }) => [text, ground])).toEqual([
      ['topBarMenuItemText', 'topBar'],
      ['links', undefined],
    ])
    expect(faintPairs({ ...dim, topBar: '#07' }, false).map(({ text }) => text)).toEqual(['links'])
  })

  it('knows a colour when it sees one', () => {
    expect(['#fff', '#0747a6', ' #ABC '].map(isColour)).toEqual([true, true, true])
    expect(['fff', '#ffff', '#ggg', 'red', ''].map(isColour)).toEqual([false, false, false, false, false])
    expect(longForm('#aBc')).toBe('#aabbcc')
  })
})
