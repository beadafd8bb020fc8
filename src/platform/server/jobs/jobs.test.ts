import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SqliteDriver from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { App } from '../app.ts'
import { migrate, openDatabase, type Database } from '../database/index.ts'
import { sqliteFile } from '../database/sqlite.ts'
import { badRequest } from '../http/errors.ts'
import type { JobClass, JobKind } from '../jobs.ts'
import { createLog } from '../log.ts'
import { ENGINES } from '../testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../testing/postgres.ts'
import { allStatementsOf } from '../testing/statements.ts'
import { BUDGET_MS } from './budget.ts'
import { createJobs, ONE_OF_EACH } from './index.ts'
import { Schedules } from './schedules.ts'
import { JobStore, leaseOf } from './store.ts'

const log = createLog('silent')
/** No work of the queue touches the application; the work of these tests neither. */
const app = {} as App

describe.each(ENGINES)('jobs (%s)', engine => {
  let home: string
  let databaseUrl: string | undefined
  let database: Database
  const closing: (() => Promise<void>)[] = []

  const open = async () => {
    const opened = await openDatabase({ home, databaseUrl })
    closing.unshift(() => opened.close())
    return opened
  }
  /** Database of another machine. On SQLite there is none, only another queue of this process. */
  const another = async () => (engine === 'postgres' ? open() : database)
  /** A queue as one machine of a cluster has it. */
  const queueWith = (kinds: readonly JobKind[], options: Parameters<typeof createJobs>[2] = {}, on = database) => {
    const jobs = createJobs(on, log, { backoffMs: () => 1, ...options })
    for (const kind of kinds) jobs.define(kind)
    closing.unshift(() => jobs.stop())
    return jobs
  }
  const insert = (values: {
    id: string
    state: 'queued' | 'running'
    owner: string
    until: number
    attempt?: number
    runAfter?: number
  }) =>
    database.transaction(({ db }) =>
      db
        .insertInto('job')
        .values({
          id: values.id,
          kind: 'work',
          title: 'Work',
          owner_id: null,
          state: values.state,
          input: '{}',
          progress: 0,
          messages: '[]',
          attempt: values.attempt ?? 1,
          run_after: values.runAfter ?? 0,
          lease_owner: values.owner,
          lease_until: values.until,
          created_at: 0,
          started_at: 0,
          finished_at: null,
        })
        .execute(),
    )

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'oxbow-jobs-'))
    databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    database = await open()
    await migrate(database, createJobs(database, log).migrations)
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await rm(home, { recursive: true })
    if (databaseUrl) await dropPostgresDatabase(databaseUrl)
  })

  it('runs what a committed transaction queued, and nothing of one that failed', async () => {
    const ran: unknown[] = []
    const jobs = queueWith([{ kind: 'work', run: async ({ input }) => void ran.push(input) }])
    await jobs.start(app)
    await expect(
      database.transaction(async tx => {
        await jobs.enqueue({ kind: 'work', title: 'Lost', ownerId: null, input: { lost: true } }, tx)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    const id = await database.transaction(tx =>
      jobs.enqueue(
        { kind: 'work', title: 'Kept {{what}}', values: { what: 'one' }, ownerId: 7, input: { kept: 1 } },
        tx,
      ),
    )
    await jobs.idle()
    expect(ran).toEqual([{ kept: 1 }])
    expect(await jobs.get(id)).toMatchObject({
      id,
      kind: 'work',
      title: { key: 'Kept {{what}}', values: { what: 'one' } },
      ownerId: 7,
      state: 'done',
      progress: 100,
    })
    expect(await jobs.list({ ownerId: 7, start: 0, limit: 10 })).toHaveLength(1)
    expect(await jobs.list({ ownerId: 8, start: 0, limit: 10 })).toHaveLength(0)
  })

  it('begins at once, not at the next look at the queue', async () => {
    const jobs = queueWith([{ kind: 'work', run: async () => {} }], { pollMs: 3_600_000 })
    await jobs.start(app)
    await jobs.idle()
    await jobs.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    await jobs.idle()
    const [job] = await jobs.list({ ownerId: null, start: 0, limit: 1 })
    expect(job?.state).toBe('done')
  })

  it('takes no more transactions than the one that queues a job, and the last of its work', async () => {
    const run: JobKind['run'] = ({ finish }) => database.transaction(finish, { invalidates: false })
    const jobs = queueWith([{ kind: 'work', run }])
    await jobs.start(app)
    await jobs.idle()
    const transaction = vi.spyOn(database, 'transaction')
    const id = await jobs.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    await jobs.idle()
    expect(transaction).toHaveBeenCalledTimes(2)
    transaction.mockRestore()
    expect((await jobs.get(id))?.state).toBe('done')
  })

  it('runs as many as there are places of those that one transaction queues', async () => {
    let [running, most, done] = [0, 0, 0]
    const run = async () => {
      most = Math.max(most, ++running)
      await database.transaction(async () => {}, { invalidates: false })
      running--
      done++
    }
    const jobs = queueWith([{ kind: 'work', run }])
    await jobs.start(app)
    await jobs.idle()
    await database.transaction(async tx => {
      for (let n = 0; n < 5; n++) await jobs.enqueue({ kind: 'work', title: 'Work', ownerId: null }, tx)
    })
    await jobs.idle()
    expect({ most, done }).toEqual({ most: 2, done: 5 })
  })

  it('queues nothing beside what waits or runs of a kind that is wanted once', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let runs = 0
    const run = async () => {
      runs++
      await released
    }
    const jobs = queueWith([{ kind: 'work', run }])
    const once = () => jobs.enqueueOnce({ kind: 'work', title: 'Work' })
    await once()
    await once()
    await jobs.start(app)
    await expect.poll(() => runs).toBe(1)
    await once()
    release()
    await jobs.idle()
    expect(runs).toBe(1)
    await once()
    await jobs.idle()
    expect(runs).toBe(2)
  })

  it('tells progress and messages while it runs', async () => {
    const { promise: reported, resolve: report } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const jobs = queueWith([
      {
        kind: 'work',
        async run(run) {
          await run.progress(40, { key: 'Deleting pages' })
          report()
          await released
        },
      },
    ])
    await jobs.start(app)
    const id = await jobs.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    await reported
    expect(await jobs.get(id)).toMatchObject({
      state: 'running',
      progress: 40,
      messages: [{ key: 'Deleting pages' }],
      finishedAt: null,
    })
    release()
    await jobs.idle()
    expect((await jobs.get(id))?.state).toBe('done')
  })

  it('tries again after a failure, and gives up after the last attempt', async () => {
    let attempts = 0
    const lasts: boolean[] = []
    const jobs = queueWith([
      {
        kind: 'twice',
        async run() {
          if (++attempts < 2) throw new Error('secret detail')
        },
      },
      {
        kind: 'never',
        attempts: 2,
        async run({ isLastAttempt }) {
          lasts.push(isLastAttempt)
          throw new Error('secret detail')
        },
      },
      {
        kind: 'refused',
        async run() {
          throw badRequest('There is no such space')
        },
      },
    ])
    await jobs.start(app)
    const ids = await Promise.all(
      ['twice', 'never', 'refused'].map(kind => jobs.enqueue({ kind, title: kind, ownerId: null })),
    )
    await jobs.idle()
    const [twice, never, refused] = await Promise.all(ids.map(id => jobs.get(id)))
    expect(twice).toMatchObject({ state: 'done' })
    expect(never).toMatchObject({ state: 'failed' })
    expect(never?.messages).toHaveLength(2)
    expect(lasts).toEqual([false, true])
    expect(JSON.stringify(never?.messages)).not.toContain('secret detail')
    expect(refused).toMatchObject({ state: 'failed', messages: [{ key: 'There is no such space' }] })
  })

  it('waits longer before each attempt', async () => {
    const waits: number[] = []
    const jobs = queueWith(
      [
        {
          kind: 'never',
          attempts: 4,
          async run() {
            throw new Error('no')
          },
        },
      ],
      {
        backoffMs: attempt => {
          waits.push(attempt)
          return 1
        },
      },
    )
    await jobs.start(app)
    await jobs.enqueue({ kind: 'never', title: 'Never', ownerId: null })
    await jobs.idle()
    expect(waits).toEqual([1, 2, 3])
  })

  it('gives each job to one machine', async () => {
    const ran: string[] = []
    const kind: JobKind = { kind: 'work', run: async ({ id }) => void ran.push(id) }
    const machines = [queueWith([kind]), queueWith([kind], {}, await another()), queueWith([kind], {}, await another())]
    const ids: string[] = []
    for (let n = 0; n < 40; n++) ids.push(await machines[0]!.enqueue({ kind: 'work', title: `${n}`, ownerId: null }))
    for (const machine of machines) await machine.start(app)
    for (const machine of machines) await machine.idle()
    expect(ran.toSorted()).toEqual(ids.toSorted())
  })

  it('takes over at once what a crashed process of this host left, and later what another host left', async () => {
    const ran: string[] = []
    await insert({ id: 'crashed', state: 'running', owner: `${hostname()}/4194305/x`, until: Date.now() + 3_600_000 })
    await insert({ id: 'elsewhere', state: 'running', owner: 'other-host/1/x', until: Date.now() + 3_600_000 })
    await insert({ id: 'expired', state: 'running', owner: 'other-host/2/x', until: Date.now() - 1 })
    const { promise: both, resolve } = Promise.withResolvers<void>()
    const jobs = queueWith([
      {
        kind: 'work',
        async run({ id }) {
          ran.push(id)
          if (ran.length === 2) resolve()
        },
      },
    ])
    await jobs.start(app)
    await both
    expect(ran.toSorted()).toEqual(['crashed', 'expired'])
    expect((await jobs.get('elsewhere'))?.state).toBe('running')
  })

  it('takes what a dead runner left, and may have died of, after all that waits', async () => {
    const ran: string[] = []
    await insert({ id: 'poison', state: 'running', owner: 'other-host/2/x', until: 1, runAfter: 0 })
    for (const [runAfter, id] of ['a', 'b'].entries())
      await insert({ id, state: 'queued', owner: '', until: 0, attempt: 0, runAfter })
    const jobs = queueWith([{ kind: 'work', run: async ({ id }) => void ran.push(id) }], { places: ONE_OF_EACH })
    await jobs.start(app)
    await jobs.idle()
    expect(ran).toEqual(['a', 'b', 'poison'])
  })

  it('tries again after all that waits meanwhile', async () => {
    const ran: string[] = []
    const kind: JobKind = {
      kind: 'work',
      async run({ id }) {
        ran.push(id)
        if (ran.length === 1) throw new Error('no')
      },
    }
    for (const id of ['a', 'b', 'c', 'd'])
      await insert({ id, state: 'queued', owner: '', until: 0, attempt: 0, runAfter: id.charCodeAt(0) })
    const jobs = queueWith([kind], { places: ONE_OF_EACH, backoffMs: () => 0 })
    await jobs.start(app)
    await jobs.idle()
    expect(ran).toEqual(['a', 'b', 'c', 'd', 'a'])
  })

  describe('classes', () => {
    /** A kind whose jobs wait until they are released, and the names of those that have begun. */
    const held = (name: JobClass) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const begun: string[] = []
      const kind: JobKind = {
        kind: `held.${name}`,
        class: name,
        async run({ input }) {
          begun.push(String(input['name']))
          await released
        },
      }
      return { kind, begun, release }
    }
    const classes = Object.keys(ONE_OF_EACH) as JobClass[]

    it.each(classes)('of %s jobs: however many run and wait, those of all other classes are begun', async name => {
      const busy = held(name)
      const others = classes.filter(other => other !== name)
      const done: string[] = []
      const jobs = queueWith([
        busy.kind,
        ...others.map(other => ({ kind: other, class: other, run: async () => void done.push(other) })),
      ])
      await jobs.start(app)
      for (let n = 0; n < 12; n++) await jobs.enqueue({ kind: busy.kind.kind, title: 'Work', ownerId: null })
      await expect.poll(() => busy.begun.length).toBeGreaterThan(0)
      for (const other of others) await jobs.enqueue({ kind: other, title: 'Work', ownerId: null })
      await expect.poll(() => done.toSorted()).toEqual(others.toSorted())
      expect(busy.begun.length).toBeLessThan(12)
      busy.release()
      await jobs.idle()
      expect(busy.begun).toHaveLength(12)
    })

    it('runs one job of an account at a time, so that others get the next place', async () => {
      const work = held('tasks')
      const jobs = queueWith([work.kind])
      await jobs.start(app)
      const enqueue = (name: string, ownerId: number | null, chargedTo?: number) =>
        jobs.enqueue({ kind: work.kind.kind, title: 'Work', ownerId, input: { name }, ...(chargedTo && { chargedTo }) })
      await enqueue('first', 7)
      await expect.poll(() => work.begun).toEqual(['first'])
      await enqueue('second', 7)
      await enqueue('third', null, 7)
      await enqueue('of another', 8)
      await expect.poll(() => work.begun).toEqual(['first', 'of another'])
      work.release()
      await jobs.idle()
      expect(work.begun.toSorted()).toEqual(['first', 'of another', 'second', 'third'])
    })

    it('puts accounts last that have used up their budget, for a while', async () => {
      const store = new JobStore(database)
      const enqueue = (id: string, account: number, at: number) =>
        database.transaction(async ({ db }) => {
          const about = { kind: 'work', class: 'files', title: 'Work', title_values: null, input: '{}' } as const
          await store.insert(db, { ...about, id, owner_id: null, charged_to: account })
          await db.updateTable('job').set({ run_after: at }).where('id', '=', id).execute()
        })
      const claim = () => store.claim({ kinds: ['work'], classes: ['files'] }, 'me', 60_000)
      await enqueue('long', 7, 1)
      const long = await claim()
      expect(long?.id).toBe('long')
      await store.finish({ ...leaseOf(long!, 'me'), since: Date.now() - BUDGET_MS - 1000 })

      await enqueue('hers', 7, 2)
      await enqueue('his', 8, 3)
      const first = await claim()
      expect(first?.id).toBe('his')
      await store.finish(leaseOf(first!, 'me'))
      const second = await claim()
      expect(second?.id).toBe('hers')
      await store.finish(leaseOf(second!, 'me'))

      // Time passes, and the budget is there again.
      await database.transaction(({ db }) =>
        db.updateTable('job_budget').set({ paid_at: Date.now() }).where('account_id', '=', 7).execute(),
      )
      await enqueue('hers again', 7, 4)
      await enqueue('his again', 8, 5)
      expect((await claim())?.id).toBe('hers again')
    })

    it('gives jobs that wait the class that their kind has in this version', async () => {
      await insert({ id: 'old', state: 'queued', owner: '', until: 0, attempt: 0 })
      const jobs = queueWith([{ kind: 'work', class: 'upkeep', run: async () => {} }], { pollMs: 3_600_000 })
      await jobs.start(app)
      await jobs.idle()
      const row = await database.read.selectFrom('job').select(['class', 'state']).executeTakeFirst()
      expect(row).toEqual({ class: 'upkeep', state: 'done' })
    })
  })

  it('resumes what a process was doing when it was killed', async () => {
    const script = fileURLToPath(new URL('testing/working-process.ts', import.meta.url))
    const child = spawn(process.execPath, [script, home, ...(databaseUrl ? [databaseUrl] : [])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    const jobs = queueWith([{ kind: 'work', run: async () => {} }])
    const [left] = await jobs.list({ ownerId: null, start: 0, limit: 10 })
    expect(left).toMatchObject({ state: 'running', progress: 50 })
    await jobs.start(app)
    await jobs.idle()
    expect(await jobs.get(left?.id ?? '')).toMatchObject({
      state: 'done',
      progress: 100,
      messages: [{ key: 'half done' }],
    })
  })

  it('does not run for ever what ends the process each time', async () => {
    await insert({ id: 'poison', state: 'running', owner: 'other-host/2/x', until: 0, attempt: 3 })
    const given: unknown[] = []
    const jobs = queueWith([
      {
        kind: 'work',
        run: () => Promise.reject(new Error('must not run')),
        givenUp: async ({ input }, reason) => void given.push([input, reason.values]),
      },
    ])
    await jobs.start(app)
    await jobs.idle()
    expect(given).toEqual([[{}, { attempts: 3 }]])
    expect(await jobs.get('poison')).toMatchObject({
      state: 'failed',
      messages: [{ values: { attempts: 3 } }],
    })
  })

  it('queues again at shutdown what runs, without counting the attempt', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const first = queueWith([
      {
        kind: 'work',
        attempts: 1,
        run: ({ signal }) =>
          new Promise((_resolve, reject) => {
            begin()
            signal.addEventListener('abort', () => reject(signal.reason as Error))
          }),
      },
    ])
    await first.start(app)
    const id = await first.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    await begun
    await first.stop()
    expect(await first.get(id)).toMatchObject({ state: 'queued' })
    const second = queueWith([{ kind: 'work', attempts: 1, run: async () => {} }])
    await second.start(app)
    await second.idle()
    expect(await second.get(id)).toMatchObject({ state: 'done' })
  })

  it('takes the job from work that does not heed the shutdown', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const first = queueWith(
      [
        {
          kind: 'work',
          async run() {
            begin()
            await released
          },
        },
      ],
      { stopMs: 1 },
    )
    await first.start(app)
    const id = await first.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    await begun
    await first.stop()
    expect(await first.get(id)).toMatchObject({ state: 'queued' })
    release()
  })

  it('stops work whose lease another machine has taken, and does not store its outcome', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<string>()
    const { promise: aborted, resolve: abort } = Promise.withResolvers<void>()
    const jobs = queueWith(
      [
        {
          kind: 'work',
          async run({ id, signal }) {
            signal.addEventListener('abort', () => abort())
            begin(id)
            await aborted
          },
        },
      ],
      { leaseMs: 40, places: ONE_OF_EACH },
    )
    await jobs.start(app)
    await jobs.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    const id = await begun
    await database.transaction(({ db }) =>
      db
        .updateTable('job')
        .set({ lease_owner: 'other-host/1/x', lease_until: Date.now() + 3_600_000, attempt: 2 })
        .where('id', '=', id)
        .execute(),
    )
    await aborted
    await jobs.stop()
    const row = await database.read
      .selectFrom('job')
      .select(['state', 'lease_owner'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ state: 'running', lease_owner: 'other-host/1/x' })
  })

  it('renews the lease of work that takes longer than it', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<string>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let runs = 0
    const kind: JobKind = {
      kind: 'work',
      async run({ id }) {
        runs++
        begin(id)
        await released
      },
    }
    // Long enough for a machine that stalls.
    const leaseMs = 1500
    const options = { leaseMs, pollMs: 20 }
    const [one, other] = [queueWith([kind], options), queueWith([kind], options, await another())]
    await one.start(app)
    await one.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    const id = await begun
    await other.start(app)
    const leaseUntil = async () =>
      (await database.read.selectFrom('job').select('lease_until').where('id', '=', id).executeTakeFirstOrThrow())
        .lease_until ?? 0
    const first = await leaseUntil()
    await expect.poll(leaseUntil).toBeGreaterThan(first + leaseMs)
    release()
    await one.idle()
    expect(runs).toBe(1)
  })

  it('gets on with a job without making what others remember void', async () => {
    const store = new JobStore(database)
    /** Whether all that one job writes leaves the generation as it was. */
    const isQuiet = async () => {
      await database.transaction(({ db }) =>
        store.insert(db, {
          id: randomUUID(),
          kind: 'work',
          class: 'tasks',
          title: 'Work',
          title_values: null,
          owner_id: 7,
          charged_to: 7,
          input: '{}',
        }),
      )
      const before = await database.queryGeneration()
      const row = await store.claim({ kinds: ['work'], classes: ['tasks'] }, 'me', 60_000)
      const lease = leaseOf(row ?? expect.fail('the job is taken'), 'me')
      expect([
        await store.renew(lease, 60_000),
        await store.report(lease, 50, { key: 'half of it' }),
        await store.finish(lease),
      ]).toEqual([true, true, true])
      return (await database.queryGeneration()) === before
    }
    // Other databases of the same server share its numbers of transactions: then the next time.
    await expect.poll(isQuiet).toBe(true)
  })

  it('refuses kinds that nobody defined', async () => {
    const jobs = queueWith([])
    await expect(jobs.enqueue({ kind: 'nothing', title: 'x', ownerId: null })).rejects.toThrow(
      'No job of the kind nothing is defined',
    )
  })

  describe('schedules', () => {
    it('do the work of a minute on one machine', async () => {
      const done: number[] = []
      const machines = await Promise.all([0, 1, 2].map(async () => new Schedules(new JobStore(await another()), log)))
      const minute = 1_800_000_000_000
      const fire = (at: number) =>
        Promise.all(
          machines.map((machine, index) =>
            machine.run(
              { name: 'digest', pattern: '* * * * *', work: async () => void done.push(index) },
              app,
              at + index * 9000 - 9000,
            ),
          ),
        )
      await fire(minute)
      expect(done).toHaveLength(1)
      await fire(minute + 60_000)
      expect(done).toHaveLength(2)
      await fire(minute)
      expect(done).toHaveLength(2)
    })

    it('refuse what is not a cron expression when it is added', () => {
      const jobs = queueWith([])
      expect(() => jobs.schedule('x', 'every day', async () => {})).toThrow('CronPattern')
      expect(() => jobs.schedule('x', '* * * * * *', async () => {})).toThrow('CronPattern')
    })
  })

  it.runIf(engine === 'sqlite')('finds the next job and the latest without sorting the others', async () => {
    const store = new JobStore(database)
    const statements = await allStatementsOf(async () => {
      const takeable = { kinds: ['work', 'other'], classes: ['prompt', 'files'] } as const
      await store.nextAt(takeable)
      await store.claim(takeable, 'me', 1000)
      await store.list({ ownerId: null, start: 0, limit: 10 })
      await store.list({ ownerId: 1, start: 0, limit: 10 })
    })
    // Those that run are few; any number may wait, or be done.
    const asked = [...statements.values()].filter(
      ({ sql }) =>
        /^select .* from "job"/.test(sql) && !sql.startsWith(`select "id" from "job" where "state" = 'running'`),
    )
    // The next of all classes; the one to claim, within the budgets and without them; two lists.
    expect(asked).toHaveLength(5)
    const connection = new SqliteDriver(sqliteFile(home))
    try {
      const steps = asked.flatMap(({ sql, parameters }) =>
        (connection.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[])
          .map(({ detail }) => detail)
          .filter(detail => /TEMP B-TREE|SCAN job$/.test(detail))
          .map(detail => `${detail}: ${sql}`),
      )
      expect(steps).toEqual([])
    } finally {
      connection.close()
    }
  })

  it('forgets old finished jobs', async () => {
    const jobs = queueWith([{ kind: 'work', run: async () => {} }])
    await jobs.start(app)
    const id = await jobs.enqueue({ kind: 'work', title: 'Work', ownerId: null })
    await jobs.idle()
    const store = new JobStore(database)
    await store.prune(Date.now() - 60_000)
    expect(await jobs.get(id)).toBeDefined()
    await store.prune(Date.now() + 60_000)
    expect(await jobs.get(id)).toBeUndefined()
  })
})
