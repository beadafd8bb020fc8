import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrate, openDatabase, type Database } from '../database/index.ts'
import { ENGINES } from '../testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../testing/postgres.ts'
import { INVALIDATION } from './events.ts'
import { EventLog } from './subscribers.ts'

describe.each(ENGINES)('event log (%s)', engine => {
  let home: string
  let config: { home: string; databaseUrl: string | undefined }
  let database: Database
  const closing: (() => Promise<void>)[] = []
  const errors: unknown[] = []

  /** Database of another machine; on SQLite there is none. */
  const another = async () => {
    if (engine === 'sqlite') return database
    const opened = await openDatabase(config)
    closing.unshift(() => opened.close())
    return opened
  }
  const logOn = (on: Database) => {
    const log = new EventLog(on, (_subscriber, error) => errors.push(error))
    closing.unshift(() => log.stop())
    return log
  }
  const append = (n: number, on = database) =>
    on.transaction(async tx => tx.append({ kind: 'test.counted', actorId: null, contentId: n, data: { n } }))

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'oxbow-events-'))
    config = { home, databaseUrl: engine === 'postgres' ? await createPostgresDatabase() : undefined }
    database = await openDatabase(config)
    closing.push(() => database.close())
    await migrate(database, [])
    errors.length = 0
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await rm(home, { recursive: true })
    if (config.databaseUrl) await dropPostgresDatabase(config.databaseUrl)
  })

  it('tells each subscriber every event once and in order, whichever machine writes and whichever reads', async () => {
    const machines = [database, await another(), await another()]
    const seen: number[] = []
    const logs = machines.map(machine => {
      const log = logOn(machine)
      log.subscribe({
        name: 'counter',
        invalidates: () => false,
        async handle(events, tx) {
          tx.afterCommit(() => void seen.push(...events.map(event => event.id)))
        },
      })
      return log
    })
    await Promise.all(Array.from({ length: 300 }, (_, n) => append(n, machines[n % 3])))
    for (const log of logs) await log.settled()
    expect(seen).toHaveLength(300)
    expect(new Set(seen).size).toBe(300)
    expect(seen.toSorted((a, b) => a - b)).toEqual(
      (await database.read.selectFrom('event').select('id').orderBy('id').execute()).map(row => row.id),
    )
    expect(errors).toEqual([])
  })

  it('keeps a machine usable while another handles the events of many subscribers', async () => {
    if (engine === 'sqlite') return
    const [one, other] = [database, await another()]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const subscribers = Array.from({ length: 10 }, (_, n) => `slow ${n}`)
    const first = logOn(one)
    for (const name of subscribers) {
      first.subscribe({
        name,
        invalidates: () => true,
        async handle() {
          begin()
          await released
        },
      })
    }
    await append(1, other)
    await begun
    const second = logOn(other)
    // As many as the machine has connections for writing: were each to wait for its cursor, none would be left.
    for (const name of subscribers) second.subscribe({ name, invalidates: () => true, async handle() {} })
    await append(2, other)
    release()
    await first.settled()
    await second.settled()
    const cursors = await database.read.selectFrom('event_cursor').select('position').execute()
    expect(cursors).toHaveLength(10)
    expect(new Set(cursors.map(cursor => cursor.position)).size).toBe(1)
  })

  it('invalidates caches once for each batch, whichever machine looked for one', async () => {
    const [one, other] = [database, await another()]
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    let handled = 0
    const subscriber = {
      name: 'slow',
      invalidates: () => true,
      async handle() {
        handled++
        begin()
        // On SQLite the other would wait to write.
        if (engine === 'postgres') await released
      },
    }
    const [first, second] = [logOn(one), logOn(other)]
    first.subscribe(subscriber)
    await append(1, other)
    await begun
    // Each of these finds the cursor held by the first machine.
    second.subscribe(subscriber)
    await append(2, other)
    await append(3, other)
    release()
    await first.settled()
    await second.settled()
    const { rows } = await sql<{ n: number }>`select count(*) as n from event where kind = ${INVALIDATION}`.execute(
      database.read,
    )
    expect(Number(rows[0]?.n)).toBe(handled)
  })

  it('repeats a batch whose handling failed, and stores nothing of the failure', async () => {
    const log = logOn(database)
    let attempts = 0
    log.subscribe({
      name: 'fails once',
      invalidates: () => true,
      async handle(events, tx) {
        await tx.db
          .insertInto('setting')
          .values({ name: `seen ${String(events[0]?.data['n'])}`, value: '1' })
          .execute()
        if (++attempts === 1) throw new Error('first attempt')
      },
    })
    await append(7)
    await expect.poll(() => attempts).toBe(2)
    await log.settled()
    expect(errors).toHaveLength(1)
    expect(await database.read.selectFrom('setting').selectAll().execute()).toEqual([{ name: 'seen 7', value: '1' }])
  })

  it('lets all subscribers handle a batch in one transaction, and those that can go on without one that fails', async () => {
    const log = logOn(database)
    const handled = new Map<string, number>()
    let isBroken = true
    for (const name of ['first', 'broken', 'last']) {
      log.subscribe({
        name,
        invalidates: () => false,
        async handle(events, tx) {
          if (name === 'broken' && isBroken) throw new Error('broken')
          tx.afterCommit(() => void handled.set(name, (handled.get(name) ?? 0) + events.length))
        },
      })
    }
    await append(1)
    await log.settled()
    expect(Object.fromEntries(handled)).toEqual({ first: 1, last: 1 })
    isBroken = false
    await log.settled()
    expect(Object.fromEntries(handled)).toEqual({ first: 1, broken: 1, last: 1 })
    const transaction = vi.spyOn(database, 'transaction')
    await append(2)
    await log.settled()
    expect(Object.fromEntries(handled)).toEqual({ first: 2, broken: 2, last: 2 })
    // That of the event, and that of the batch.
    expect(transaction).toHaveBeenCalledTimes(2)
    transaction.mockRestore()
  })

  it('publishes nothing of a transaction that failed', async () => {
    const log = logOn(database)
    const seen: unknown[] = []
    log.subscribe({
      name: 'counter',
      invalidates: () => true,
      handle: async events => void seen.push(...events.map(event => event.data)),
    })
    await expect(
      database.transaction(async tx => {
        tx.append({ kind: 'test.counted', actorId: null, data: { lost: true } })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await append(1)
    await log.settled()
    expect(seen).toEqual([{ n: 1 }])
  })
})
