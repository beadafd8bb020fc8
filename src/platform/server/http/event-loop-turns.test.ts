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

/** Each begins in a callback of its own, as requests do that arrive over different connections in one turn. */
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

function keepBusy(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('long requests leave the event loop between each two, and begin in the order in which they came', async () => {
  const turns = new EventLoopTurns()
  const begun: number[] = []
  const loops = await loopsDuring(() =>
    arriving(8, async index => {
      await turns.next()
      begun.push(index)
      keepBusy(5)
    }),
  )
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(loops).toBeGreaterThanOrEqual(7)
})

it('requests go on after those that wait for something', async () => {
  const turns = new EventLoopTurns()
  const ended: number[] = []
  await arriving(4, async index => {
    await turns.next()
    if (index % 2 === 0) await new Promise(resolve => setTimeout(resolve, 20))
    ended.push(index)
  })
  expect(ended).toEqual([1, 3, 0, 2])
})
