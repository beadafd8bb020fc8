import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedAt, failedAt, saveTimes, sentToServer, storedOnDevice, type Unsaved } from './web/save-times.ts'

/** Types at times and saves when due, on a clock that is only counted. @returns the times of the saves */
function typeAt(changes: readonly number[]): { device: number[]; server: number[] } {
  const saves = { device: [] as number[], server: [] as number[] }
  let unsaved: Unsaved = {}
  const saveUntil = (end: number) => {
    for (;;) {
      const { device = Infinity, server = Infinity } = saveTimes(unsaved)
      if (Math.min(device, server) > end) return
      if (device <= server) {
        saves.device.push(device)
        unsaved = storedOnDevice(unsaved)
      } else {
        saves.server.push(server)
        unsaved = sentToServer(unsaved)
      }
    }
  }
  for (const at of changes) {
    saveUntil(at)
    unsaved = changedAt(unsaved, at)
  }
  saveUntil(Number.MAX_SAFE_INTEGER)
  return saves
}

/** Times of changes, from pauses between them. */
const typing = fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 1, maxLength: 200 }).map(pauses => {
  let at = 0
  return pauses.map(pause => (at += pause))
})

describe('the times of autosave', () => {
  it('save nothing where nothing was changed', () => {
    expect(saveTimes({})).toEqual({ device: undefined, server: undefined })
  })

  it('wait for a pause before the server is asked', () => {
    expect(saveTimes(changedAt(changedAt({}, 0), 500))).toEqual({ device: 800, server: 2500 })
  })

  it('do not wait for the end of twenty seconds of typing', () => {
    const keys = Array.from({ length: 200 }, (_, key) => key * 100)
    const { device, server } = typeAt(keys)
    expect(device.filter(at => at < 20_000).length).toBeGreaterThanOrEqual(20)
    expect(server.filter(at => at < 20_000).length).toBeGreaterThanOrEqual(4)
  })

  it('leave no change without the device for a second, nor without the server for five, however the keys fall', () => {
    fc.assert(
      fc.property(typing, changes => {
        const { device, server } = typeAt(changes)
        for (const change of changes) {
          expect(device.some(at => at >= change && at <= change + 1000)).toBe(true)
          expect(server.some(at => at >= change && at <= change + 5000)).toBe(true)
        }
      }),
    )
  })

  it('save no more often than the waits allow', () => {
    fc.assert(
      fc.property(typing, changes => {
        const { device, server } = typeAt(changes)
        device.slice(1).forEach((at, index) => expect(at - (device[index] ?? 0)).toBeGreaterThanOrEqual(800))
        server.slice(1).forEach((at, index) => expect(at - (server[index] ?? 0)).toBeGreaterThanOrEqual(2000))
      }),
    )
  })

  it('try again ever later after failures, and sooner when typing goes on', () => {
    const waits = [0, 1, 2, 3, 4].map(failures => saveTimes(failedAt({}, 0, failures)).server)
    expect(waits).toEqual([5000, 15_000, 30_000, 60_000, 60_000])
    expect(saveTimes(changedAt(failedAt({}, 0, 3), 1000)).server).toBe(3000)
    expect(saveTimes(sentToServer(changedAt(failedAt({}, 0, 3), 1000))).server).toBeUndefined()
  })
})
