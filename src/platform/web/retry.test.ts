import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { retry } from './retry.ts'

describe('work that is tried again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('waits 0.1, 0.3, 0.5, 0.7 and 1 s, then rejects with exceed-maximum-called-times [P8-11] [P9-15]', async () => {
    const started = Date.now()
    const times: number[] = []
    const failed = retry(async () => {
      times.push(Date.now() - started)
      throw new Error(`try ${times.length}`)
    }).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(times).toEqual([0, 100, 400, 900, 1600, 2600])
    expect(await failed).toMatchObject({ message: 'exceed-maximum-called-times', cause: { message: 'try 6' } })
  })

  it('ends with the first success, and with a failure that cannot pass', async () => {
    const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('busy')).mockResolvedValue('done')
    const done = retry(work)
    await vi.runAllTimersAsync()
    expect([await done, work.mock.calls.length]).toEqual(['done', 2])
    const refused = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('forbidden'))
    await expect(retry(refused, () => false)).rejects.toThrow('forbidden')
    expect([refused.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
  })
})
