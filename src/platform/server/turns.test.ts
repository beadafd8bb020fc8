import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

const full = () => new Error('full')

it('runs as many at once as it may, the others in the order they came, and refuses what finds the line full', async () => {
  const turns = new Turns({ atOnce: 1, mostWaiting: 1, refusal: full })
  const first = Promise.withResolvers<string>()
  const begun: string[] = []
  const take = (name: string, work: Promise<string>) =>
    turns.take(() => {
      begun.push(name)
      return work
    })
  const running = take('first', first.promise)
  const waiting = take('second', Promise.resolve('done second'))
  await expect(take('third', Promise.resolve(''))).rejects.toThrow('full')
  expect(begun).toEqual(['first'])
  first.resolve('done first')
  expect(await Promise.all([running, waiting])).toEqual(['done first', 'done second'])
  expect(begun).toEqual(['first', 'second'])
})

it('gives the turn on when work fails', async () => {
  const turns = new Turns({ atOnce: 1, mostWaiting: 1, refusal: full })
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take(() => Promise.resolve('next'))).toBe('next')
})
