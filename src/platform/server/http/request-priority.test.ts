import { expect, it } from 'vitest'
import { RequestPriority } from './request-priority.ts'

/** A clock that stands still but for the work and the pauses of a test. */
function stoppedClock() {
  const pauses: number[] = []
  const clock = {
    time: 5000,
    now: () => clock.time,
    pause: async (duration: number, signal: AbortSignal | undefined) => {
      signal?.throwIfAborted()
      pauses.push(duration)
      clock.time += duration
    },
  }
  const working = (duration: number) => async () => {
    clock.time += duration
    return 'done'
  }
  return { clock, pauses, working }
}

it('pauses fifteen times as long as the work took while requests arrive', async () => {
  const { clock, pauses, working } = stoppedClock()
  const priority = new RequestPriority(clock)
  const run = priority.pieces()
  expect(await run(working(3))).toBe('done')
  priority.requestArrived()
  await run(working(3))
  await run(working(4))
  clock.time += 1000
  await run(working(3))
  expect(pauses).toEqual([0, 45, 60, 0])
})

it('limits the pause after a piece that took long', async () => {
  const { clock, pauses, working } = stoppedClock()
  const priority = new RequestPriority(clock)
  priority.requestArrived()
  await priority.pieces()(working(900))
  expect(pauses).toEqual([1000])
})

it('ends a pause when the work is aborted', async () => {
  const priority = new RequestPriority()
  const controller = new AbortController()
  const run = priority.pieces(controller.signal)
  await expect(run(async () => controller.abort())).rejects.toThrow('aborted')
})
