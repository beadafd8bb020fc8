import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { rateLimited } from '../http/rate-limited.ts'
import { LinkedProcesses } from '../testing/linked-processes.ts'
import { NO_PEERS } from './peers.ts'

it('asks every other process, and waits for all of them but those that end', async () => {
  const server = new LinkedProcesses()
  const [a, b, c, d] = [server.add(), server.add(), server.add(), server.add()]
  a.peers.handle('double', () => 'not asked itself')
  b.peers.handle('double', n => Promise.resolve(Number(n) * 2))
  c.peers.handle('double', () => {
    throw new Error('cannot')
  })
  expect(await a.peers.ask('double', 21)).toEqual([42])
  expect(await a.peers.ask('unknown')).toEqual([])
  const asked = Promise.withResolvers<void>()
  d.peers.handle('slow', () => {
    asked.resolve()
    return new Promise(() => {})
  })
  b.peers.handle('slow', () => 'quick')
  const answers = a.peers.ask('slow')
  await asked.promise
  d.end()
  expect(await answers).toEqual(['quick'])
  expect(await NO_PEERS.ask('double', 21)).toEqual([])
})

it('lets one process write at a time, in the order in which they asked, and takes the turn from one that ends', async () => {
  const server = new LinkedProcesses()
  const all = [server.add(), server.add(), server.add()]
  const order: number[] = []
  const turns = all.map(({ peers }, n) => peers.writeTurn.take().then(() => void order.push(n)))
  await turns[0]
  await Promise.all(all.map(({ peers }) => peers.ask('nothing')))
  expect(order).toEqual([0])
  all[0]?.end()
  await turns[1]
  expect(order).toEqual([0, 1])
  all[1]?.peers.writeTurn.giveBack()
  await turns[2]
  all[2]?.peers.writeTurn.giveBack()
  await all[2]?.peers.writeTurn.take()
  expect(order).toEqual([0, 1, 2])
})

it('counts calls of all processes against one limit', async () => {
  const server = new LinkedProcesses()
  const [a, b] = [server.add(), server.add()]
  const [atA, atB] = [a, b].map(({ peers }) =>
    rateLimited({ peers }, { name: 'calls', max: 4, windowMs: 60_000 }, ({ ip }) => ip),
  )
  const request = { ip: '10.0.0.1' } as FastifyRequest
  for (const call of [atA, atB, atA, atB]) call?.(request)
  // Messages sent before a question arrive before it.
  await Promise.all([a.peers.ask('nothing'), b.peers.ask('nothing')])
  expect(() => atA?.(request)).toThrow('Too many requests')
  expect(() => atB?.(request)).toThrow('Too many requests')
  expect(() => atB?.({ ip: '10.0.0.2' } as FastifyRequest)).not.toThrow()
})
