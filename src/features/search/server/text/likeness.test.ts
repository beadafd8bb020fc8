import { describe, expect, it } from 'vitest'
import { likeness } from './likeness.ts'

describe('the likeness of two titles', () => {
  it('is 1 for the same and 0 for those without a common pair of letters', () => {
    expect(likeness('plan', 'plan')).toBe(1)
    expect(likeness('', '')).toBe(1)
    expect(likeness('ab', 'ba')).toBe(0)
    expect(likeness('a', 'b')).toBe(0)
    expect(likeness('a', 'plan')).toBe(0)
  })

  it('counts each common pair once', () => {
    // night: ni ig gh ht; nacht: na ac ch ht
    expect(likeness('night', 'nacht')).toBeCloseTo(0.25)
    expect(likeness('aaaa', 'aa')).toBeCloseTo(0.5)
  })

  it('is higher for more similar titles, in any script', () => {
    const title = 'release plan 2025'
    expect(likeness(title, 'release plan 2026')).toBeGreaterThan(likeness(title, 'release notes'))
    expect(likeness('設計書', '設計図')).toBeGreaterThan(0)
    expect(likeness('😀😀', '😀😀')).toBe(1)
  })
})
