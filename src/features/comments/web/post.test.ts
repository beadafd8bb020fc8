import { afterEach, expect, it, vi } from 'vitest'
import { save } from './post.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('gives up a comment that is not saved within 120000 ms [I7.5-08]', async () => {
  vi.useFakeTimers()
  // Never answered, until it is given up.
  const call = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  let failure: Error | undefined
  void save(call).catch((error: Error) => {
    failure = error
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(failure?.message).toBe('Failed to save the comment. Please try again later.')
})
