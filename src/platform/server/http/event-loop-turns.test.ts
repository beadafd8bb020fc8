import { expect, it } from 'vitest'
import { EventLoopTurns } from './event-loop-turns.ts'

/** How often the event loop comes round while something runs. */
async function loopsDuring(work: () => Promise<unknown>): Promise<number> {
  let loops = 0
  let isOver = false
  const count = (): void => {
    loops++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return loops
}

/** Each begins in a separate callback, as requests do that arrive over different connections in one turn. */
function arriving(count: number, request: (index: number) => Promise<void>): Promise<unknown> {
  return Promise.all(
    Array.from(
      { length: count },
      (_, index) =>
        new Promise<void>(resolve => {
          setImmediate(() => void request(index).then(resolve))
        }),
    ),
  )
}

it('long requests leave the event loop between each two, and begin in the order in which they came', async () => {
  let now = 0
  const turns = new EventLoopTurns(() => now)
  const begun: number[] = []
  const loops = await loopsDuring(() =>
    arriving(8, async index => {
      await turns.next()
      begun.push(index)
      now += 5
    }),
  )
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(loops).toBeGreaterThanOrEqual(7)
})

it('short requests share a turn for as long as two milliseconds', async () => {
  let now = 0
  const turns = new EventLoopTurns(() => now)
  const begun: number[] = []
  const request = (index: number) => {
    begun.push(index)
    now += 0.5
  }
  for (let index = 0; index < 12; index++) {
    const waits = turns.next()
    if (waits) void waits.then(() => request(index))
    else request(index)
  }
  const inTurns = [begun.length]
  while (begun.length < 12 && inTurns.length < 10) {
    await new Promise(resolve => setImmediate(resolve))
    inTurns.push(begun.length)
  }
  expect(inTurns).toEqual([4, 8, 12])
  expect(begun).toEqual(Array.from({ length: 12 }, (_, index) => index))
})

it('requests go on after those that wait for something', async () => {
  const turns = new EventLoopTurns(() => 0)
  const ended: number[] = []
  const isThere = Promise.withResolvers<void>()
  await arriving(4, async index => {
    await turns.next()
    if (index % 2 === 0) await isThere.promise
    ended.push(index)
    if (index === 3) isThere.resolve()
  })
  expect(ended).toEqual([1, 3, 0, 2])
})
