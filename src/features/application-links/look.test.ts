import { describe, expect, it } from 'vitest'
import { hasNewerLook, isLibrarySupported } from './look.ts'

describe('the look of a linked application', () => {
  it.each(['5.8', '5', '', '5.8.15.1', 'v5.8.15', '5.8.x', '5.8.-1', ' 5.8.15', '5.8.15\n'])(
    'refuses versions of the UI library that are not major.minor.bugfix: %j [P5-07]',
    version => {
      expect(() => isLibrarySupported(version)).toThrow('major.minor.bugfix')
    },
  )

  it('accepts major.minor.bugfix [P5-07]', () => {
    expect(isLibrarySupported('5.8.15')).toBe(true)
  })

  it.each([
    ['5.8.14', false],
    ['5.8.15', true],
    ['5.9.0', false],
    ['5.9.12', false],
    ['5.9.13', true],
    ['5.7.99', false],
    ['5.10.0', true],
    ['6.0.0', true],
    ['4.9.99', false],
  ])('takes the UI library from 5.8.15, of the 5.9 line from 5.9.13: %s is %s [P5-08]', (version, isSupported) => {
    expect(isLibrarySupported(version)).toBe(isSupported)
  })

  it('is the newer one from build number 4000 [P9-19]', () => {
    expect([3999, 4000, 912000, undefined].map(hasNewerLook)).toEqual([false, true, true, false])
  })
})
