import { describe, expect, it } from 'vitest'
import { SnapshotGeneration } from './postgres-generation.ts'
import { endedBetween, parseSnapshot } from './snapshot.ts'

const ended = (earlier: string, later: string) => endedBetween(parseSnapshot(earlier), parseSnapshot(later))

describe('snapshots', () => {
  it('names the transactions that ended between two', () => {
    expect(ended('10:10:', '10:10:')).toEqual([])
    expect(ended('10:10:', '12:12:')).toEqual([10, 11])
    expect(ended('10:14:10,12', '12:16:12,15')).toEqual([10, 14])
    // One that ran before the earlier was taken, and ended while nothing newer did.
    expect(ended('10:14:10,12', '12:14:12')).toEqual([10])
  })

  it('does not compare what lies too far apart, nor backwards', () => {
    expect(ended('10:10:', '5000:5000:')).toBeUndefined()
    expect(ended('20:20:', '10:10:')).toBeUndefined()
  })

  it('refuses what is no snapshot', () => {
    expect(() => parseSnapshot('10:x:')).toThrow('cannot be read')
  })
})

/** A database whose snapshot and server the test sets. */
function database(snapshot: string) {
  const state = { snapshot, server: 'one', reachable: true, asked: 0 }
  const generation = new SnapshotGeneration(async () => {
    state.asked++
    return state.reachable ? { snapshot: state.snapshot, server: state.server } : undefined
  })
  return { state, generation }
}

describe('the generation', () => {
  it('stays while the same transactions are seen, and grows when others are', async () => {
    const { state, generation } = database('10:12:10')
    const first = await generation.ask()
    expect(await generation.ask()).toBe(first)
    state.snapshot = '12:12:'
    const second = await generation.ask()
    expect(second).toBeGreaterThan(first ?? Infinity)
    state.snapshot = '12:13:'
    expect(await generation.ask()).toBeGreaterThan(second ?? Infinity)
  })

  it('stays when those that ended keep house, whether they are told before or after they began', async () => {
    const { state, generation } = database('10:10:')
    const first = await generation.ask()
    generation.keepsHouse(10)
    state.snapshot = '11:11:'
    expect(await generation.ask()).toBe(first)
    // 11 runs on while 12 ends.
    generation.keepsHouse(12)
    state.snapshot = '11:13:11'
    expect(await generation.ask()).toBe(first)
    state.snapshot = '13:13:'
    expect(await generation.ask()).toBeGreaterThan(first ?? Infinity)
  })

  it('is another one for another server, connection, or after the server could not be asked', async () => {
    const { state, generation } = database('10:10:')
    const first = await generation.ask()
    state.server = 'two'
    const second = await generation.ask()
    expect(second).toBeGreaterThan(first ?? Infinity)
    state.reachable = false
    expect(await generation.ask()).toBeUndefined()
    state.reachable = true
    expect(await generation.ask()).toBeGreaterThan(second ?? Infinity)
  })

  it('asks anew for who came after a question was sent, once for all of them', async () => {
    const { state, generation } = database('10:10:')
    const asked = [generation.ask()]
    await Promise.resolve()
    asked.push(generation.ask(), generation.ask(), generation.ask())
    await Promise.all(asked)
    expect(state.asked).toBe(2)
  })

  it('is another one after something in memory has changed', async () => {
    const { generation } = database('10:10:')
    const first = await generation.ask()
    generation.advance()
    expect(await generation.ask()).toBeGreaterThan(first ?? Infinity)
  })
})
