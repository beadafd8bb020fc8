import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkerPool, type Lane } from './index.ts'
import type { WorkerPoolOptions } from './pool.ts'
import { testTasks } from './testing/tasks.ts'

const { where, double, throwing, askTwice, askInVain, endless, greedy, exiting } = testTasks
const LARGE = 10
const script = fileURLToPath(new URL('testing/thread.ts', import.meta.url))

const opened: WorkerPool[] = []
function poolOf(options: WorkerPoolOptions = {}): WorkerPool {
  const pool = new WorkerPool({ large: LARGE, script, ...options })
  opened.push(pool)
  return pool
}
afterEach(() => Promise.all(opened.splice(0).map(pool => pool.close())))

it('works on small inputs here and on large ones in a thread, with the same result', async () => {
  const pool = poolOf()
  expect(await pool.run(where, null, LARGE - 1)).toBe('here')
  expect(await pool.run(where, null, LARGE)).toBeGreaterThan(0)
  const text = 'Grüße, 世界 '.repeat(100_000)
  expect(await pool.run(double, text, text.length)).toBe(await pool.run(double, text, 0))
})

it('throws what a task throws', async () => {
  const pool = poolOf()
  await expect(pool.run(throwing, 'no such thing', LARGE)).rejects.toThrow(new TypeError('no such thing'))
  // The thread goes on.
  expect(await pool.run(double, 'x', LARGE)).toBe('xx')
})

it('answers what tasks ask, of several at once', async () => {
  const pool = poolOf()
  const answers = (name: string) => async (question: unknown) =>
    question instanceof Map ? `${name} ${String(question.get('what'))}` : `${name} ${String(question)}`
  const all = ['a', 'b', 'c'].map(name => pool.run(askTwice, null, LARGE, { ask: answers(name) }))
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'].map(name => [`${name} 1`, `${name} again`]))
})

it('throws the very error by which a question was not answered', async () => {
  const refusal = new RangeError('not yours')
  await expect(poolOf().run(askInVain, null, LARGE, { ask: () => Promise.reject(refusal) })).rejects.toBe(refusal)
})

it('ends a task that takes too long, and only that', async () => {
  const pool = poolOf({ time: 200 })
  const failed = pool.run(endless, null, LARGE).catch((error: unknown) => error)
  expect(await pool.run(double, 'x', LARGE)).toBe('xx')
  expect(await failed).toMatchObject({ status: 503, message: 'This took too long and was given up', wasBegun: true })
  expect(await pool.run(double, 'y', LARGE)).toBe('yy')
})

it('ends a task that takes too much memory, and only that', async () => {
  const pool = poolOf({ memory: 32 })
  await expect(pool.run(greedy, null, LARGE)).rejects.toMatchObject({
    status: 503,
    message: 'This takes too much memory',
  })
  expect(await pool.run(double, 'x', LARGE)).toBe('xx')
})

it('goes on with what waits when threads die', async () => {
  const pool = poolOf()
  const failing = Array.from({ length: 4 }, () => pool.run(exiting, null, LARGE).catch((error: unknown) => error))
  expect(await pool.run(double, 'x', LARGE)).toBe('xx')
  for (const error of await Promise.all(failing)) expect(error).toMatchObject({ status: 503, wasBegun: true })
})

it('refuses at once what is too many', async () => {
  const pool = poolOf({ time: 300, waiting: 1 })
  const busy = Array.from({ length: 3 }, () => pool.run(endless, null, LARGE).catch((error: unknown) => error))
  await expect(pool.run(double, 'x', LARGE)).rejects.toMatchObject({
    status: 503,
    wasBegun: false,
    headers: { 'retry-after': '10' },
  })
  expect(await pool.run(double, 'x', 0)).toBe('xx')
  await Promise.all(busy)
})

describe('lanes', () => {
  /** Tasks that do not end, of which those that are refused count. */
  const occupy = (pool: WorkerPool, lane: Lane, count: number) => {
    const refusals: unknown[] = []
    for (let n = 0; n < count; n++)
      void pool.run(endless, null, LARGE, { lane }).catch((error: unknown) => void refusals.push(error))
    return refusals
  }

  it('leave a thread for saves, whatever the others do', async () => {
    const pool = poolOf()
    occupy(pool, 'visitors', 5)
    occupy(pool, 'others', 30)
    expect(await pool.run(double, 'x', LARGE, { lane: 'saves' })).toBe('xx')
    expect(await pool.run(double, 'y', LARGE, { lane: 'saves' })).toBe('yy')
  })

  it('leave a thread for users while visitors have theirs', async () => {
    const pool = poolOf()
    occupy(pool, 'visitors', 5)
    expect(await pool.run(double, 'x', LARGE)).toBe('xx')
    expect(await pool.run(double, 'y', LARGE, { lane: 'saves' })).toBe('yy')
  })

  it('have queues of their own', async () => {
    const pool = poolOf({ waiting: 2 })
    const refused = { visitors: occupy(pool, 'visitors', 5), others: occupy(pool, 'others', 5) }
    expect(await pool.run(double, 'x', LARGE, { lane: 'saves' })).toBe('xx')
    // One of the visitors and one of the others are worked on, two of each wait.
    expect([refused.visitors.length, refused.others.length]).toEqual([2, 2])
    for (const error of [...refused.visitors, ...refused.others])
      expect(error).toMatchObject({ status: 503, wasBegun: false })
  })

  it('work on the inputs of visitors in a thread sooner, and limit their use of the processor', async () => {
    const pool = new WorkerPool({ script })
    opened.push(pool)
    const length = 4 * 1024
    expect(await pool.run(where, null, length)).toBe('here')
    expect(await pool.run(where, null, length, { lane: 'visitors' })).toBeGreaterThan(0)
    await expect(pool.run(endless, null, length, { lane: 'visitors' })).rejects.toMatchObject({
      message: 'This took too long and was given up',
    })
  })
})

it('fails what is under way and what waits when it is closed', async () => {
  const pool = poolOf()
  const all = Array.from({ length: 5 }, () => pool.run(endless, null, LARGE).catch((error: unknown) => String(error)))
  await pool.close()
  expect(await Promise.all(all)).toEqual(Array(5).fill('WorkerError: The server is being stopped'))
})
