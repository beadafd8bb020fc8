import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { endpointKey } from '#platform/page-data.ts'
import { ApiError } from './api-error.ts'
import { call, urlOf } from './api.ts'

const getContent = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id',
  summary: 'One content',
  tag: 'content',
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ expand: z.string().optional(), status: z.array(z.string()).optional() }),
  response: z.object({ id: z.string() }),
})

const likeForm = endpoint({
  method: 'POST',
  path: '/pages/like.action',
  summary: 'A form',
  tag: 'likes',
  body: z.object({ pageId: z.number(), note: z.string().optional() }),
  encoding: 'form',
})

function answer(status: number, body: string, type = 'application/json'): void {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status, headers: { 'content-type': type } })),
  )
}

/** The last request as `fetch` got it. */
function sent(): { url: unknown; init: RequestInit } {
  const [url, init] = vi.mocked(fetch).mock.lastCall ?? []
  return { url, init: init ?? {} }
}

afterEach(() => vi.unstubAllGlobals())

describe('urlOf', () => {
  it('fills placeholders and encodes what they hold', () => {
    expect(urlOf({ path: '/rest/api/space/:key/x/:id' }, { params: { key: '~a/b', id: 7 } })).toBe(
      '/rest/api/space/~a%2Fb/x/7',
    )
  })

  it('repeats lists and leaves out what is not given', () => {
    expect(urlOf(getContent, { params: { id: 7 }, query: { status: ['draft', 'current'], expand: undefined } })).toBe(
      '/rest/api/content/7?status=draft&status=current',
    )
  })

  it('refuses a missing value instead of asking for "undefined"', () => {
    expect(() => urlOf(getContent, {})).toThrow('/rest/api/content/:id needs the parameter "id"')
  })
})

describe('call', () => {
  it('gives the parsed answer', async () => {
    answer(200, '{"id":"7"}')
    await expect(call(getContent, { params: { id: 7 } })).resolves.toEqual({ id: '7' })
    expect(sent().url).toBe('/rest/api/content/7')
  })

  it('gives undefined for an empty answer', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(null, { status: 204 })),
    )
    vi.stubGlobal('document', { querySelector: () => null })
    await expect(call(likeForm, { body: { pageId: 7 } })).resolves.toBeUndefined()
  })

  it('sends the session token with what changes something, and forms as forms', async () => {
    answer(200, '{}')
    vi.stubGlobal('document', { querySelector: () => ({ content: 'a1b2' }) })
    await call(likeForm, { body: { pageId: 7 } })
    const { init } = sent()
    expect(new Headers(init.headers).get('X-Atlassian-Token')).toBe('a1b2')
    expect(new Headers(init.headers).get('X-Requested-With')).toBe('XMLHttpRequest')
    expect(init.body).toEqual(new URLSearchParams({ pageId: '7' }))
  })

  it('throws what the server says went wrong', async () => {
    answer(
      409,
      JSON.stringify({
        statusCode: 409,
        data: {},
        message: 'Version must be incremented on update.',
        reason: 'Conflict',
      }),
    )
    await expect(call(getContent, { params: { id: 7 } })).rejects.toMatchObject({
      status: 409,
      message: 'Version must be incremented on update.',
    })
  })
})

describe('a call without an answer', () => {
  it('is an ApiError of the network', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    )
    vi.stubGlobal('window', { clearTimeout: () => undefined, setTimeout: () => 0 })
    const error: unknown = await call(getContent, { params: { id: 7 } }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).isNetwork).toBe(true)
  })

  it('is the abort itself where the caller gave up', async () => {
    const controller = new AbortController()
    controller.abort()
    const abort = new DOMException('aborted', 'AbortError')
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(abort)),
    )
    await expect(call(getContent, { params: { id: 7 } }, { signal: controller.signal })).rejects.toBe(abort)
  })
})

describe('endpointKey', () => {
  it('is the same for numbers and their texts, in any order, without what is not given', () => {
    const key = endpointKey(getContent, { params: { id: 7 }, query: { b: true, a: undefined, c: [1] } })
    expect(key).toEqual(endpointKey(getContent, { params: { id: '7' }, query: { c: ['1'], b: 'true' } }))
    expect(key).not.toEqual(endpointKey(getContent, { params: { id: 8 } }))
  })
})
