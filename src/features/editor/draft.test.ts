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

  it('is not written when what was typed was taken back', async () => {
    const { draft, ports, type } = setUp()
    type('<p>ab</p>')
    type('<p>a</p>')
    await draft.flush()
    expect(ports.save).not.toHaveBeenCalled()
  })

  it('stays on the device and is tried again while the server cannot be reached', async () => {
    let isDown = true
    const { draft, ports, type } = setUp(async () => {
      if (isDown) throw Object.assign(new Error('no connection'), { status: 0 })
    })
    type('<p>ab</p>')
    await draft.flush()
    expect(draft.status).toEqual({ kind: 'failed', reason: 'no connection', local: true })
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
