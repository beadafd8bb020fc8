import { afterEach, expect, it, vi } from 'vitest'
import { callBy, type Transport } from '#platform/web/api.ts'
import { openEditor } from './contract.ts'
import { LoadGuard, RESOURCES_LIMIT_MS } from './web/load-guard.ts'
import { template } from './web/template-error.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('loads once for all who ask, and anew after a failure [V4.8-01]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const asked: PromiseWithResolvers<string>[] = []
  const guard = new LoadGuard(() => {
    const request = Promise.withResolvers<string>()
    asked.push(request)
    return request.promise
  })
  expect(guard.state).toBe('idle')
  const both = Promise.all([guard.load(), guard.load()])
  expect([guard.state, asked.length]).toEqual(['loading', 1])
  asked[0]?.reject(new Error('lost'))
  await expect(both).rejects.toThrow('lost')
  expect(guard.state).toBe('failed')
  expect(logged).toHaveBeenCalledWith('Failed to load editor resources', expect.any(Error))

  const again = guard.load()
  expect([guard.state, asked.length]).toEqual(['loading', 2])
  asked[1]?.resolve('the editor')
  expect([await again, await guard.load()]).toEqual(['the editor', 'the editor'])
  expect([guard.state, asked.length]).toEqual(['loaded', 2])
})

it('does what was asked for while it loaded when that has ended, in this order [V4.8-02]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const done: string[] = []
  const answer = Promise.withResolvers<void>()
  const asked: PromiseWithResolvers<void>[] = []
  const guard = new LoadGuard(() => {
    const request = Promise.withResolvers<void>()
    asked.push(request)
    return request.promise
  })
  const watch = async () => {
    done.push('watch')
    await answer.promise
    done.push('watched')
  }
  const unwatch = async () => {
    done.push('unwatch')
    throw new Error('no answer')
  }
  await guard.whenReady(async () => done.push('before'))
  expect(done.splice(0)).toEqual(['before'])

  const loaded = guard.load()
  const both = Promise.allSettled([guard.whenReady(watch), guard.whenReady(unwatch), guard.whenReady(watch)])
  await new Promise(setImmediate)
  expect(done).toEqual([])
  asked[0]?.resolve()
  await loaded
  await new Promise(setImmediate)
  expect(done).toEqual(['watch'])
  answer.resolve()
  expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done.splice(0)).toEqual(['watch', 'watched', 'unwatch', 'watch', 'watched'])

  const failing = new LoadGuard(() => Promise.reject(new Error('lost')))
  const failed = failing.load()
  await Promise.allSettled([failed, failing.whenReady(watch)])
  expect(done).toEqual(['watch', 'watched'])
})

it('gives up after 12000 ms', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const guard = new LoadGuard(() => new Promise(() => undefined))
  const failed = guard.load().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(11_999)
  expect([RESOURCES_LIMIT_MS, guard.state]).toEqual([12_000, 'loading'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await failed).toMatchObject({ status: 0 })
  expect(guard.state).toBe('failed')
})

it('names the status with which the server failed to bring the template [V8-13]', async () => {
  const load = (status: number, statusText: string) => {
    const by: Transport = {
      fetch: async () => new Response('{}', { status, statusText }),
      xsrfToken: () => undefined,
      answered: () => undefined,
      lost: () => undefined,
    }
    return template(callBy(by, openEditor, { params: { id: '7' } }))
  }
  await expect(load(500, 'Internal Server Error')).rejects.toMatchObject({
    message: 'Error loading the Editor template: 500 - Internal Server Error',
    cause: { status: 500 },
  })
  // A refusal is an answer: its reader sees the reason.
  await expect(load(412, 'Precondition Failed')).rejects.toMatchObject({ name: 'ApiError', status: 412 })
})
