import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pollConversions } from './conversions.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('looks after 1000 ms, then 1.25 times as long each time, until all are converted [I4.8-05]', async () => {
  const start = Date.now()
  const asked: [number, readonly string[]][] = []
  const answers = [{ a: 202, b: 202, c: 415 }, { a: 200, b: 429 }, { b: 202 }, { b: 200 }] as readonly Record<
    string,
    number
  >[]
  const seen: string[] = []
  const done = pollConversions(['a', 'b', 'c'], {
    ask: async ids => {
      asked.push([Date.now() - start, ids])
      return answers[asked.length - 1] ?? {}
    },
    onStatus: (id, status) => seen.push(`${id} ${status}`),
    signal: new AbortController().signal,
  })
  await vi.runAllTimersAsync()
  await done
  expect(asked).toEqual([
    [0, ['a', 'b', 'c']],
    [1000, ['a', 'b']],
    [1000 + 1250, ['b']],
    [1000 + 1250 + 1562, ['b']],
  ])
  expect(seen).toEqual(['a 202', 'b 202', 'c 415', 'a 200', 'b 429', 'b 202', 'b 200'])
})

it('stops when the previewer is closed', async () => {
  const closed = new AbortController()
  const ask = vi.fn<() => Promise<{ a: number }>>(async () => ({ a: 202 }))
  const done = pollConversions(['a'], { ask, onStatus: () => undefined, signal: closed.signal })
  await vi.advanceTimersByTimeAsync(500)
  closed.abort()
  await done
  expect(ask).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
