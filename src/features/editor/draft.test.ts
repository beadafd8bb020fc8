import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Draft, type DraftPorts, type DraftText } from './web/draft.ts'

describe('a draft', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function setUp(save: DraftPorts['save'] = async () => undefined) {
    const text: DraftText = { title: 'T', storage: '<p>a</p>', baseVersion: 1 }
    const ports = {
      save: vi.fn<DraftPorts['save']>(save),
      saveAtExit: vi.fn<DraftPorts['saveAtExit']>(),
      storeLocally: vi.fn<DraftPorts['storeLocally']>(() => true),
      forget: vi.fn<DraftPorts['forget']>(),
      now: () => performance.now(),
    }
    const draft = new Draft(ports, () => ({ ...text }))
    const type = (storage: string) => {
      text.storage = storage
      draft.touch()
    }
    return { draft, ports, type }
  }

  it('is kept two seconds after the last change, once', async () => {
    const { draft, ports, type } = setUp()
    type('<p>ab</p>')
    await vi.advanceTimersByTimeAsync(1500)
    type('<p>abc</p>')
    await vi.advanceTimersByTimeAsync(1999)
    expect(ports.save).not.toHaveBeenCalled()
    expect(draft.status.kind).toBe('saving')
    await vi.advanceTimersByTimeAsync(1)
    expect(ports.save.mock.calls).toEqual([[{ title: 'T', storage: '<p>abc</p>', baseVersion: 1 }]])
    expect(draft.status.kind).toBe('saved')
  })

  it('is not written when what was typed was taken back, and leaves no copy', async () => {
    const { draft, ports, type } = setUp()
    type('<p>ab</p>')
    await vi.advanceTimersByTimeAsync(1000)
    expect(ports.storeLocally).toHaveBeenCalledOnce()
    type('<p>a</p>')
    await draft.flush()
    expect(ports.save).not.toHaveBeenCalled()
    expect(ports.forget).toHaveBeenCalledOnce()
  })

  it('is on the device within a second and on the server within five while typing goes on', async () => {
    const { ports, type } = setUp()
    const last = (of: { mock: { calls: [DraftText][] } }) => of.mock.calls.at(-1)?.[0].storage.length ?? 0
    for (let key = 1; key <= 200; key++) {
      type('x'.repeat(key))
      await vi.advanceTimersByTimeAsync(100)
      expect(Math.max(last(ports.storeLocally), last(ports.save))).toBeGreaterThanOrEqual(key - 10)
      expect(last(ports.save)).toBeGreaterThanOrEqual(key - 50)
    }
    await vi.advanceTimersByTimeAsync(5000)
    expect(last(ports.save)).toBe(200)
  })

  it('goes on to the device while the server does not answer, and keeps what was typed since it was asked', async () => {
    let answer: (() => void) | undefined
    const { ports, type } = setUp(() => new Promise(resolve => (answer = resolve)))
    type('<p>ab</p>')
    await vi.advanceTimersByTimeAsync(2000)
    expect(ports.save).toHaveBeenCalledOnce()
    for (const storage of ['<p>abc</p>', '<p>abcd</p>']) {
      type(storage)
      await vi.advanceTimersByTimeAsync(1000)
      expect(ports.storeLocally).toHaveBeenLastCalledWith({ title: 'T', storage, baseVersion: 1 })
    }
    answer?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(ports.forget).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5000)
    answer?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(ports.save).toHaveBeenCalledTimes(2)
    expect(ports.forget).toHaveBeenCalledOnce()
  })

  it('has a copy when the page goes away while it is on its way to the server', async () => {
    const { draft, ports, type } = setUp(() => new Promise(() => undefined))
    type('<p>ab</p>')
    void draft.flush()
    draft.leave()
    expect(ports.storeLocally).toHaveBeenCalledOnce()
  })

  it('goes on to the device while another window has a different one', async () => {
    const { ports, type } = setUp(async () => {
      throw Object.assign(new Error('another draft'), { status: 409 })
    })
    type('<p>ab</p>')
    await vi.advanceTimersByTimeAsync(2000)
    type('<p>abc</p>')
    await vi.advanceTimersByTimeAsync(1000)
    expect(ports.save).toHaveBeenCalledOnce()
    expect(ports.storeLocally).toHaveBeenLastCalledWith({ title: 'T', storage: '<p>abc</p>', baseVersion: 1 })
  })

  it('stays on the device and is tried again while the server cannot be reached', async () => {
    let isDown = true
    const { draft, ports, type } = setUp(async () => {
      if (isDown) throw Object.assign(new Error('no connection'), { status: 0 })
    })
    type('<p>ab</p>')
    await draft.flush()
    expect(draft.status).toEqual({ kind: 'failed', reason: 'no connection', local: true, code: 0 })
    expect(ports.storeLocally).toHaveBeenCalledOnce()
    isDown = false
    await vi.advanceTimersByTimeAsync(5000)
    expect(draft.status.kind).toBe('saved')
    expect(ports.forget).toHaveBeenCalledOnce()
  })

  it('is not offered again and again to a server that refuses it', async () => {
    const { draft, ports, type } = setUp(async () => {
      throw Object.assign(new Error('not permitted'), { status: 403 })
    })
    type('<p>ab</p>')
    await draft.flush()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ports.save).toHaveBeenCalledOnce()
    expect(draft.status).toMatchObject({ kind: 'failed', reason: 'not permitted' })
  })

  it('leaves a copy and a last try when the page goes away, and nothing when all is kept', async () => {
    const { draft, ports, type } = setUp()
    type('<p>ab</p>')
    draft.leave()
    expect(ports.storeLocally).toHaveBeenCalledOnce()
    expect(ports.saveAtExit).toHaveBeenCalledOnce()
    await draft.flush()
    draft.leave()
    expect(ports.saveAtExit).toHaveBeenCalledOnce()
  })

  it('writes nothing once it is published, not even what was waiting', async () => {
    const { draft, ports, type } = setUp()
    type('<p>ab</p>')
    await draft.end()
    type('<p>abc</p>')
    await vi.advanceTimersByTimeAsync(60_000)
    draft.leave()
    expect(ports.save).not.toHaveBeenCalled()
    expect(ports.saveAtExit).not.toHaveBeenCalled()
    expect(ports.forget).toHaveBeenCalledOnce()
  })
})
