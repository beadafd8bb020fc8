import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Commented } from './contract.ts'
import { INACTIVE_AFTER_MS, MAX_INTERVAL_MS, MIN_INTERVAL_MS } from './web/intervals.ts'
import { newComments } from './web/known-comments.ts'
import { Poller } from './web/poller.ts'

const SECOND = 1000

describe('the poller', () => {
  let isHidden = false
  let times: number[] = []
  let goesOn = true
  let poller: Poller
  const began = Date.UTC(2026, 0, 1)

  beforeEach(() => {
    vi.useFakeTimers({ now: began })
    isHidden = false
    goesOn = true
    times = []
    poller = new Poller({
      isHidden: () => isHidden,
      ask: async () => {
        times.push((Date.now() - began) / SECOND)
        return goesOn
      },
    })
  })
  afterEach(() => {
    poller.stop()
    vi.useRealTimers()
  })
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)
  const gaps = () => times.map((time, index) => time - (times[index - 1] ?? 0))

  it('asks every 30 s while somebody is there, and once an hour at the least [V9-26]', async () => {
    expect([MIN_INTERVAL_MS, MAX_INTERVAL_MS]).toEqual([30 * SECOND, 3600 * SECOND])
    poller.start()
    for (let n = 0; n < 12; n++) {
      await pass(30)
      poller.active()
    }
    expect(new Set(gaps())).toEqual(new Set([30]))
    isHidden = true
    poller.visibilityChanged()
    times = []
    await pass(24 * 3600)
    expect(gaps().at(-1)).toBe(3600)
    expect(times.length).toBeGreaterThan(20)
  })

  it('asks less often when nothing was done for 2 min, and at once when somebody is back [V9-27]', async () => {
    expect(INACTIVE_AFTER_MS).toBe(120 * SECOND)
    poller.start()
    await pass(119)
    expect(times).toEqual([30, 60, 90])
    await pass(600)
    expect(times).toEqual([30, 60, 90, 120, 180, 300, 540])
    poller.active()
    await pass(0)
    expect(times.at(-1)).toBe(719)
    await pass(30)
    expect(times.at(-1)).toBe(749)
  })

  it('multiplies the interval by 3 while the tab is hidden [V9-28]', async () => {
    poller.start()
    await pass(30)
    isHidden = true
    poller.visibilityChanged()
    await pass(89)
    expect(times).toEqual([30])
    await pass(1)
    expect(times).toEqual([30, 120])
    await pass(270)
    expect(times).toEqual([30, 120, 390])
    // Events in a hidden tab are no sign of a user.
    poller.active()
    isHidden = false
    poller.visibilityChanged()
    await pass(30)
    expect(times.at(-1)).toBe(420)
  })

  it('ends for good when it is told to', async () => {
    poller.start(10 * SECOND)
    goesOn = false
    await pass(20)
    poller.active()
    await pass(3600)
    expect(times).toEqual([20])
  })
})

describe('new comments', () => {
  const comment = (id: number, userName: string | null, isInlineComment = false) =>
    ({ comment: { id, isInlineComment }, commenter: { userName } }) as Commented

  it('are neither known nor the reader’s own nor on marked text [V5-22]', () => {
    const all = [comment(1, 'ada'), comment(2, 'ben'), comment(3, 'me'), comment(4, 'ada', true), comment(5, null)]
    const found = (me: string | undefined, known: number[]) =>
      newComments(all, { me, isKnown: id => known.includes(id) }).map(({ comment: { id } }) => id)
    expect(found('me', [2])).toEqual([1, 5])
    expect(found('me', [1, 2, 5])).toEqual([])
    expect(found(undefined, [])).toEqual([1, 2, 3, 5])
  })
})
