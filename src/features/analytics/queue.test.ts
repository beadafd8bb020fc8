import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PublishedEvent } from './contract.ts'
import { cleanEvent } from './web/clean-event.ts'
import { EventQueue, STORED_EVENTS } from './web/event-queue.ts'
import { acquireLock, type Store } from './web/lock.ts'
import { isSampled, metricValue } from './web/metrics.ts'
import { watchReading } from './web/reading.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The browser's storage, shared by tabs. */
function memory(): Store & { values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key),
  }
}

const quiet = () => undefined
/** Time that taking the lock takes. */
const LOCK_MS = 100

function tab(store = memory(), owner = 'a') {
  const sent: { at: number; events: PublishedEvent[] }[] = []
  const state = { fails: false }
  const began = Date.now()
  const queue = new EventQueue({
    store,
    owner,
    warn: quiet,
    publish: async events => {
      sent.push({ at: Date.now() - began, events })
      if (state.fails) throw new Error('no answer')
    },
  })
  return { queue, sent, state, store }
}
const event = (name = 'something') => ({ name, time: Date.now() })

describe('events', () => {
  it('drops an event without a name, with a warning [P5-01]', () => {
    const warnings: string[] = []
    for (const name of [undefined, '', 5])
      expect(cleanEvent({ name, time: 1 }, text => warnings.push(text))).toBeUndefined()
    expect(warnings).toEqual(Array.from({ length: 3 }, () => 'An analytics event without a name was dropped.'))
  })

  it('drops properties that are no plain object [P5-02]', () => {
    for (const properties of [['a'], 'text', 5, null, new Date(), new Map()])
      expect(cleanEvent({ name: 'x', properties, time: 1 }, quiet)).toEqual({ name: 'x', time: 1 })
  })

  it('makes texts of what is no text, number or boolean, and nothing of null [P5-03]', () => {
    const properties = {
      text: 'a',
      number: 1.5,
      yes: true,
      none: null,
      missing: undefined,
      object: { a: [1] },
      nan: NaN,
    }
    expect(cleanEvent({ name: 'x', properties, time: 1 }, quiet)?.properties).toEqual({
      text: 'a',
      number: 1.5,
      yes: true,
      none: '',
      missing: '',
      object: '{"a":[1]}',
      nan: 'NaN',
    })
  })
})

describe('the queue', () => {
  it('is flushed after 500 ms for the first time, through the storage [P9-01]', async () => {
    const { queue, sent, store } = tab()
    queue.push({ name: 'one', properties: { a: 1 }, time: Date.now() })
    await vi.advanceTimersByTimeAsync(499)
    expect([...store.values]).toEqual([])
    await vi.advanceTimersByTimeAsync(1 + LOCK_MS)
    expect(sent).toEqual([
      { at: 500 + LOCK_MS, events: [{ name: 'one', properties: { a: 1 }, timeDelta: -500 - LOCK_MS }] },
    ])
    expect([...store.values]).toEqual([])
  })

  it('keeps events after a failure and waits longer each time, up to five minutes [P4.1-02] [P8-04] [P9-02]', async () => {
    const { queue, sent, state, store } = tab()
    state.fails = true
    queue.push(event())
    await vi.advanceTimersByTimeAsync(500 + LOCK_MS)
    for (let tries = 2; tries <= 10; tries++) {
      expect(store.getItem(STORED_EVENTS)).toContain('something')
      await vi.advanceTimersToNextTimerAsync()
      await vi.advanceTimersByTimeAsync(LOCK_MS)
      expect(sent).toHaveLength(tries)
    }
    const waits = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0) - LOCK_MS)
    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  })

  it('waits the initial time again after a success [P4.1-03]', async () => {
    const { queue, sent, state } = tab()
    state.fails = true
    queue.push(event())
    await vi.advanceTimersByTimeAsync(500 + LOCK_MS + 5000 + LOCK_MS)
    expect(sent).toHaveLength(2)
    state.fails = false
    await vi.advanceTimersByTimeAsync(10_000 + LOCK_MS)
    expect(sent).toHaveLength(3)
    state.fails = true
    queue.push(event('later'))
    await vi.advanceTimersByTimeAsync(5000 + LOCK_MS)
    expect(sent.at(-1)?.events.map(({ name }) => name)).toEqual(['later'])
    const { at } = sent.at(-1) ?? { at: 0 }
    await vi.advanceTimersByTimeAsync(5000 + LOCK_MS)
    expect((sent.at(-1)?.at ?? 0) - at).toBe(5000 + LOCK_MS)
  })

  it('of a page that is left while it publishes are published by the next, at once', async () => {
    const store = memory()
    const left = new EventQueue({ store, owner: 'left', warn: quiet, publish: () => new Promise(() => undefined) })
    left.push(event('on its way'))
    await vi.advanceTimersByTimeAsync(500 + LOCK_MS)
    left.push(event('in memory'))
    expect(left.leave().map(({ name }) => name)).toEqual(['in memory'])
    const { queue, sent } = tab(store, 'next')
    queue.push(event('next'))
    await vi.advanceTimersByTimeAsync(500 + LOCK_MS)
    expect(sent.flatMap(({ events }) => events.map(({ name }) => name))).toEqual(['on its way', 'next'])
  })

  it('of two tabs sends each event once', async () => {
    const store = memory()
    const [one, two] = [tab(store, 'one'), tab(store, 'two')]
    one.queue.push(event('of one'))
    two.queue.push(event('of two'))
    await vi.advanceTimersByTimeAsync(60_000)
    const names = [...one.sent, ...two.sent].flatMap(({ events }) => events.map(({ name }) => name))
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(['of one', 'of two'])
  })
})

it('gives the lock up after 20 tries [P9-03]', async () => {
  const store = memory()
  expect(await held(acquireLock(store, 'other'))).toBeTypeOf('function')
  let looks = 0
  const counted: Store = {
    ...store,
    getItem: key => {
      looks++
      return store.getItem(key)
    },
  }
  expect(await held(acquireLock(counted, 'mine'))).toBeUndefined()
  expect(looks).toBe(20)
  // A tab that was closed holds it no longer.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await held(acquireLock(store, 'mine'))).toBeTypeOf('function')
})

async function held<T>(lock: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(2000)
  return lock
}

it('tells after five minutes that a page is read, and looks at scrolling when it pauses for 200 ms [I7.9-02] [I7.9-03]', () => {
  const target = new EventTarget()
  let looks = 0
  const told: number[] = []
  watchReading({ target, measure: () => ++looks * 10, onRead: scrolled => told.push(scrolled) })
  for (let burst = 0; burst < 3; burst++) {
    for (let move = 0; move < 10; move++) {
      target.dispatchEvent(new Event('scroll'))
      vi.advanceTimersByTime(19)
    }
    vi.advanceTimersByTime(180)
    expect(looks).toBe(burst)
    vi.advanceTimersByTime(1)
    expect(looks).toBe(burst + 1)
  }
  vi.advanceTimersByTime(5 * 60_000 - 3 * 371 - 1)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([30])
})

it('measures one page in ten, in buckets of 100 ms, up to 12 s [I7.9-04] [I7.9-05] [I7.9-06]', () => {
  expect([isSampled(0.09), isSampled(0.11)]).toEqual([true, false])
  expect([metricValue(12_000), metricValue(12_001)]).toEqual(['12000', 'x'])
  expect([metricValue(150), metricValue(199), metricValue(200)]).toEqual(['100', '100', '200'])
})
