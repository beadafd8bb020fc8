import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract.ts'
import { startTestWiki } from '../testing/harness.ts'
import { NO_PEERS } from '../processes/index.ts'
import { rateLimited } from './rate-limited.ts'

const alone = { peers: NO_PEERS }

describe('rate limits', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
  const from = (ip: string) => ({ ip }) as FastifyRequest

  it('count each caller in windows of their own', () => {
    const limit = rateLimited(alone, { name: 'x', max: 2, windowMs: 10_000 }, request => request.ip)
    limit(from('a'))
    vi.advanceTimersByTime(4500)
    // The clock is set back; the windows go on.
    vi.setSystemTime(0)
    limit(from('a'))
    limit(from('b'))
    expect(() => limit(from('a'))).toThrow('Too many requests. Try again in 6 seconds.')
    limit(from('b'))
    expect(() => limit(from('b'))).toThrow('in 10 seconds')
    vi.advanceTimersByTime(5500)
    limit(from('a'))
    expect(() => limit(from('b'))).toThrow('in 5 seconds')
  })

  it('count amounts', () => {
    const limit = rateLimited(alone, { name: 'x', max: 10, windowMs: 10_000 }, request => request.ip)
    limit(from('a'), 9)
    limit(from('b'), 10)
    limit(from('a'))
    expect(() => limit(from('a'))).toThrow('Too many requests')
    expect(() => limit(from('c'), 11)).toThrow('Too many requests')
  })

  it('do not hold for callers without a name', () => {
    const limit = rateLimited(alone, { name: 'x', max: 1, windowMs: 1000 }, () => '')
    for (let n = 0; n < 10; n++) limit(from('a'))
    expect(() => rateLimited(alone, { name: 'x', max: 0, windowMs: 1000 }, () => 'x')(from('a'))).toThrow(
      'in 1 second.',
    )
  })
})

it('a call beyond its limit is answered with 429 in the error shape, and when to come back', async () => {
  const limit = rateLimited(alone, { name: 'x', max: 1, windowMs: 60_000 }, request => request.ip)
  const call = endpoint({ method: 'GET', path: '/rest/limited', summary: 'x', tag: 'x', response: z.object({}) })
  const wiki = await startTestWiki('sqlite', [
    {
      name: 'test',
      register(app) {
        app.http.authenticateBy(async () => ({
          viewer: app.systemContext().viewer,
          method: 'anonymous',
          xsrfToken: '',
        }))
        app.http.handle(call, ({ request }) => {
          limit(request)
          return {}
        })
      },
    },
  ])
  try {
    expect((await wiki.anonymous.get('/rest/limited')).status).toBe(200)
    const refused = await wiki.anonymous.get('/rest/limited')
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ statusCode: 429, reason: 'Too Many Requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  } finally {
    await wiki.close()
  }
})
