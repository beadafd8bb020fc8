import { describe, expect, it, vi } from 'vitest'
import { sizeText } from '../sizes.ts'
import { problemIn } from './send-file.ts'
import { UPLOAD_ERROR, UploadError } from './upload-errors.ts'
import { PROGRESS_MAXIMUM, progressValue } from './upload-progress.ts'
import { UPLOAD_STATUS, UploadQueue, type Send } from './upload-queue.ts'

const texts = {
  tooBig: (name: string, size: string) => `${name} is too big to upload. Files must be less than ${size}.`,
  folder: (name: string) => `${name} might be a folder or an unsupported file type.`,
  extension: (name: string) => `Files such as ${name} may not be uploaded here.`,
  removed: 'File was manually removed from the queue.',
}
const file = (name: string, size = 5) => new File(['x'.repeat(size)], name)

/** Sends that end when the test says so. */
function held() {
  const running: {
    name: string
    done: () => void
    fail: (error: Error) => void
    progress: (loaded: number) => void
  }[] = []
  const send: Send = (sent, progress, signal) =>
    new Promise((resolve, reject) => {
      running.push({ name: sent.name, done: resolve, fail: reject, progress })
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  return { running, send }
}
const statuses = (queue: UploadQueue) => queue.files.map(one => one.status)

describe('the queue of uploads', () => {
  it('numbers its states as the old uploader did [I3-06]', () => {
    expect(UPLOAD_STATUS).toEqual({ queued: 1, uploading: 2, failed: 4, done: 5 })
  })

  it('sends one file after the other, and each name once [I4.3-02] [I5-05] [I3-05]', async () => {
    const { running, send } = held()
    const idle = vi.fn<(anyDone: boolean) => void>()
    const queue = new UploadQueue(send, texts, idle)
    queue.add([file('a.png'), file('b.png'), file('a.png')], { maxSize: 1000 })
    await vi.waitFor(() => expect(running).toHaveLength(1))
    expect(statuses(queue)).toEqual([UPLOAD_STATUS.uploading, UPLOAD_STATUS.queued])
    running[0]?.progress(2)
    expect(queue.files[0]).toMatchObject({ name: 'a.png', size: 5, loaded: 2, percent: 40 })
    running[0]?.done()
    await vi.waitFor(() => expect(running.map(one => one.name)).toEqual(['a.png', 'b.png']))
    expect(idle).not.toHaveBeenCalled()
    running[1]?.done()
    await vi.waitFor(() => expect(idle).toHaveBeenCalledExactlyOnceWith(true))
    expect(statuses(queue)).toEqual([UPLOAD_STATUS.done, UPLOAD_STATUS.done])
  })

  it('goes on after a failure, and says what it was', async () => {
    const { running, send } = held()
    const queue = new UploadQueue(send, texts, () => undefined)
    queue.add([file('a'), file('b')], { maxSize: 1000 })
    await vi.waitFor(() => expect(running).toHaveLength(1))
    running[0]?.fail(new Error('no room'))
    await vi.waitFor(() => expect(running).toHaveLength(2))
    expect(queue.files[0]).toMatchObject({ status: UPLOAD_STATUS.failed, error: 'no room' })
  })

  it('refuses what is too big, folders, and extensions that are not allowed, each by its code [I8-29] [I8-30] [I8-31] [I5-01]', async () => {
    const { running, send } = held()
    const queue = new UploadQueue(send, texts, () => undefined)
    const folder = file('folder', 4096)
    folder.arrayBuffer = () => Promise.reject(new Error('not a file'))
    queue.add([file('big.bin', 6001), folder], { maxSize: 6000 })
    await vi.waitFor(() =>
      expect(queue.files.map(one => one.error)).toEqual([
        'big.bin is too big to upload. Files must be less than 5.9 kB.',
        'folder might be a folder or an unsupported file type.',
      ]),
    )
    expect(running).toHaveLength(0)
    queue.add([file('a.exe'), file('b.PNG')], { maxSize: 6000, extensions: ['png'] })
    await vi.waitFor(() => expect(running.map(one => one.name)).toEqual(['b.PNG']))
    expect(queue.files.map(one => one.code)).toEqual([-600, -602, -601, undefined])
    expect(queue.files[2]?.error).toBe('Files such as a.exe may not be uploaded here.')
  })

  it('puts what is on its way back into the queue when it is stopped, and sends it when it goes on [I4.3-03]', async () => {
    const { running, send } = held()
    const queue = new UploadQueue(send, texts, () => undefined)
    queue.add([file('a'), file('b')], { maxSize: 1000 })
    await vi.waitFor(() => expect(running).toHaveLength(1))
    running[0]?.progress(3)
    queue.stop()
    expect(queue.files.map(one => [one.status, one.loaded])).toEqual([
      [1, 0],
      [1, 0],
    ])
    queue.start()
    await vi.waitFor(() => expect(running.map(one => one.name)).toEqual(['a', 'a']))
    running[1]?.done()
    await vi.waitFor(() => expect(running.map(one => one.name)).toEqual(['a', 'a', 'b']))
  })

  it('says by its code what a failure was [I8-24]', async () => {
    const { running, send } = held()
    const queue = new UploadQueue(send, texts, () => undefined)
    queue.add([file('a'), file('b')], { maxSize: 1000 })
    await vi.waitFor(() => expect(running).toHaveLength(1))
    running[0]?.fail(new Error('something'))
    await vi.waitFor(() => expect(running).toHaveLength(2))
    running[1]?.fail(new UploadError(UPLOAD_ERROR.io, 'no connection'))
    await vi.waitFor(() => expect(queue.files.map(one => one.code)).toEqual([-100, -300]))
  })

  it('looks into files of 4096 bytes or less alone [I5-03] [I9-07]', async () => {
    const { running, send } = held()
    const queue = new UploadQueue(send, texts, () => undefined)
    const [small, larger] = [file('small', 4096), file('larger', 4097)]
    const probes = [vi.spyOn(small, 'arrayBuffer'), vi.spyOn(larger, 'arrayBuffer')]
    queue.add([small, larger], { maxSize: 10_000 })
    for (const index of [0, 1]) {
      await vi.waitFor(() => expect(running).toHaveLength(index + 1))
      running[index]?.done()
    }
    expect(probes.map(probe => probe.mock.calls.length)).toEqual([1, 0])
  })

  it('takes out what waits and what is on its way [I8-08]', async () => {
    const { running, send } = held()
    const queue = new UploadQueue(send, texts, () => undefined)
    queue.add([file('a'), file('b'), file('c')], { maxSize: 1000 })
    await vi.waitFor(() => expect(running).toHaveLength(1))
    const [a, b] = queue.files
    queue.cancel(b?.id ?? 0)
    queue.cancel(a?.id ?? 0)
    await vi.waitFor(() => expect(running.map(one => one.name)).toEqual(['a', 'c']))
    expect(queue.files.slice(0, 2).map(one => [one.status, one.error])).toEqual([
      [UPLOAD_STATUS.failed, texts.removed],
      [UPLOAD_STATUS.failed, texts.removed],
    ])
  })
})

describe('errors of uploads', () => {
  it('have the numbers of the old uploader [I8-25] [I8-26] [I8-27] [I8-28] [I8-32] [I8-33] [I8-34]', () => {
    expect(UPLOAD_ERROR).toEqual({
      generic: -100,
      http: -200,
      io: -300,
      security: -400,
      init: -500,
      fileSize: -600,
      fileExtension: -601,
      folder: -602,
      imageFormat: -700,
      imageMemory: -701,
      imageDimensions: -702,
    })
  })

  it.each([400, 413, 500])('are of HTTP for a status such as %d [I8-04]', status => {
    expect(problemIn(status, '{"message":"No room"}')).toMatchObject({ code: -200, message: 'No room' })
  })

  it('are none for a status below', () => {
    expect(problemIn(200, '{}')).toBeUndefined()
  })
})

describe('progress', () => {
  it('is between 0 and 1, which is the maximum [I5-08] [I9-09]', () => {
    expect(PROGRESS_MAXIMUM).toBe(1)
    expect([0, 0.5, 1].map(value => progressValue(value))).toEqual([0, 0.5, 1])
    for (const value of [1.1, -0.1, Number.NaN]) expect(() => progressValue(value)).toThrow(RangeError)
    expect(progressValue(1.1, 2)).toBe(1.1)
  })
})

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 kB'],
    [1_048_576, '1 MB'],
    [5_452_595, '5.2 MB'],
  ])('%d bytes are %s [I9-08]', (bytes, text) => expect(sizeText(bytes)).toBe(text))
})
