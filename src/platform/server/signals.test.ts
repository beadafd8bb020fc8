import { expect, it } from 'vitest'
import type { Database } from './database/index.ts'
import { Signals } from './signals.ts'
import { LinkedProcesses } from './testing/linked-processes.ts'

const failed = (error: unknown) => expect.fail(String(error))

it('reach the other processes of a server, and not the sender', async () => {
  const server = new LinkedProcesses()
  const all = [server, server, server].map(
    each => new Signals({ channel: undefined } as Database, each.add().peers, failed),
  )
  const got: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const [index, signals] of all.entries())
    signals.on('topic', data => {
      got.push([index, data])
      if (got.length === 2) resolve()
    })
  all[0]?.send('topic', { id: 1 })
  all[0]?.send('another', {})
  await promise
  expect(got).toEqual([
    [1, { id: 1 }],
    [2, { id: 1 }],
  ])
})

it('reach other machines by the channel of the database, unless they are too long for it', () => {
  const listeners: ((message: string) => void)[] = []
  const sent: string[] = []
  const channel = {
    limit: 200,
    send: async (message: string) => {
      sent.push(message)
      for (const listener of listeners) listener(message)
    },
    listen: (listener: (message: string) => void) => void listeners.push(listener),
  }
  const machines = [1, 2].map(
    () => new Signals({ channel } as unknown as Database, new LinkedProcesses().add().peers, failed),
  )
  const got: unknown[] = []
  for (const signals of machines) signals.on('topic', data => void got.push(data))
  machines[0]?.send('topic', 'news')
  machines[1]?.send('topic', 'x'.repeat(200))
  expect(got).toEqual(['news'])
  expect(sent).toHaveLength(1)
})
