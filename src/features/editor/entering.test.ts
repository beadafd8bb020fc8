import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { before, LIMIT_MS } from './web/deadline.ts'

describe('entering the editor', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('fails when its content has not come after 4000 ms [I9-10]', async () => {
    let failure: unknown
    before(Date.now() + LIMIT_MS, new Promise(() => undefined)).catch((error: unknown) => {
      failure = error
    })
    await vi.advanceTimersByTimeAsync(3999)
    expect(failure).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(failure).toMatchObject({ status: 0 })
  })

  it('gives what comes in time, and leaves no timer behind', async () => {
    expect(await before(Date.now() + LIMIT_MS, Promise.resolve('text'))).toBe('text')
    expect(vi.getTimerCount()).toBe(0)
  })
})
