import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CountPolling, type PollAnswer } from './polling.ts'

class Tab extends EventTarget {
  hidden = false

  show(isShown: boolean): void {
    this.hidden = !isShown
    this.dispatchEvent(new Event('visibilitychange'))
  }

  click(): void {
    this.dispatchEvent(new Event('click'))
  }
}

describe('polling of the notification count', () => {
  const began = Date.UTC(2026, 0, 1)
  let tab: Tab
  /** When it was asked, in seconds since the start. */
  let times: number[]
  let counts: number[]
  let answer: () => Promise<PollAnswer>
  let end: () => void

  beforeEach(() => {
    vi.useFakeTimers({ now: began })
    tab = new Tab()
    times = []
    counts = []
    answer = async () => ({ count: times.length, timeout: 30, maxTimeout: 300 })
    const polling = new CountPolling({
      tab,
      ask: () => {
        times.push((Date.now() - began) / 1000)
        return answer()
      },
      onCount: count => counts.push(count),
    })
    end = polling.start()
  })
  afterEach(() => {
    end()
    vi.useRealTimers()
  })
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
  const gaps = () => times.map((time, index) => Math.round((time - (times[index - 1] ?? 0)) * 10) / 10)

  it('asks every 30 s, and without activity 1.25 times as late each time, up to 5 minutes [P9-08]', async () => {
    await pass(299)
    expect(times).toEqual([30, 60, 90, 120, 150, 180, 210, 240, 270])
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    await pass(24 * 3600)
    const later = gaps().slice(9)
    // The poll after 5 minutes is the first that finds the user gone.
    expect(later.slice(0, 4)).toEqual([30, 37.5, 46.9, 58.6])
    expect(later.findIndex(gap => gap === 300)).toBe(11)
    expect(new Set(later.slice(11))).toEqual(new Set([300]))
  })

  it('takes somebody for active for 5 minutes after a click [P9-09]', async () => {
    await pass(200)
    tab.click()
    await pass(299)
    expect(new Set(gaps())).toEqual(new Set([30]))
    expect(times.at(-1)).toBe(480)
    await pass(31)
    // 300 s after the click, at 500, the user is gone again.
    expect(times.at(-1)).toBe(510)
    await pass(17)
    expect(times.at(-1)).toBe(510)
    await pass(1)
    expect(times.at(-1)).toBe(547.5)
    await pass(3600)
    tab.click()
    const back = (Date.now() - began) / 1000
    expect(times.at(-1)).toBe(back)
    await pass(90)
    expect(times.slice(-4)).toEqual([back, back + 30, back + 60, back + 90])
  })

  it('takes the intervals that the server says', async () => {
    answer = async () => ({ count: 1, timeout: 60, maxTimeout: 70 })
    await pass(400)
    expect(gaps()).toEqual([30, 60, 60, 60, 60, 60, 70])
  })

  it('asks nothing while the tab is hidden, and at once when it is shown again', async () => {
    await pass(45)
    tab.show(false)
    await pass(3600)
    expect(times).toEqual([30])
    tab.show(true)
    await pass(30)
    expect(times).toEqual([30, 3645, 3675])
  })

  it('goes on after a failure, and not after its end', async () => {
    answer = () => Promise.reject(new Error('lost'))
    await pass(60)
    expect([times, counts]).toEqual([[30, 60], []])
    const { promise, resolve } = Promise.withResolvers<PollAnswer>()
    answer = () => promise
    await pass(30)
    end()
    resolve({ count: 7, timeout: 30, maxTimeout: 300 })
    await pass(3600)
    expect([times, counts]).toEqual([[30, 60, 90], []])
  })
})
