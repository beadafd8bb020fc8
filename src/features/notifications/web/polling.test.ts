import { describe, expect, it } from 'vitest'
import { POLL_DEFAULT_S, POLL_MAX_S } from '../shared.ts'
import { ACTIVE_WINDOW_MS, nextDelay } from './polling.ts'

const limits = { timeout: POLL_DEFAULT_S, maxTimeout: POLL_MAX_S }

describe('polling of the notification count', () => {
  it('asks every 30 s while the reader is active, then 1.25 times as late each time, up to 5 minutes [P9-08] [P9-09]', () => {
    expect(nextDelay(30_000, 0, limits)).toBe(30_000)
    expect(nextDelay(30_000, 5 * 60_000 - 1, limits)).toBe(30_000)
    const delays = [30_000]
    for (let i = 0; i < 12; i++) delays.push(nextDelay(delays.at(-1) ?? 0, ACTIVE_WINDOW_MS, limits))
    expect(ACTIVE_WINDOW_MS).toBe(300_000)
    expect(delays.slice(0, 4)).toEqual([30_000, 37_500, 46_875, 58_593.75])
    expect(delays.slice(-2)).toEqual([300_000, 300_000])
    // Activity starts over.
    expect(nextDelay(300_000, 0, limits)).toBe(30_000)
  })

  it('takes the interval that the server says', () => {
    expect(nextDelay(30_000, 0, { timeout: 60, maxTimeout: 70 })).toBe(60_000)
    expect(nextDelay(60_000, ACTIVE_WINDOW_MS, { timeout: 60, maxTimeout: 70 })).toBe(70_000)
  })
})
