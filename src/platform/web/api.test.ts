import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { endpointKey } from '#platform/page-data.ts'
import { ApiError } from './api-error.ts'
import { callBy, urlOf, type Transport } from './api.ts'

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

/** A transport that answers each call alike, and what was sent and reported by it. */
function transport(answer: () => Response, token?: string) {
  const requests: { url: string; init: RequestInit }[] = []
  const reports: ('answered' | 'lost')[] = []
  const by: Transport = {
    fetch: async (url, init) => {
      requests.push({ url, init })
      return answer()
    },
    xsrfToken: () => token,
    answered: () => reports.push('answered'),
    lost: () => reports.push('lost'),
  }
  return { by, requests, reports }
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const fails = (error: Error) => () => {
  throw error
}

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
    const { by, requests, reports } = transport(() => json(200, { id: '7' }))
    await expect(callBy(by, getContent, { params: { id: 7 } })).resolves.toEqual({ id: '7' })
    expect(requests.map(({ url }) => url)).toEqual(['/rest/api/content/7'])
    expect(reports).toEqual(['answered'])
  })

  it('gives undefined for an empty answer', async () => {
    const { by } = transport(() => new Response(null, { status: 204 }))
    await expect(callBy(by, likeForm, { body: { pageId: 7 } })).resolves.toBeUndefined()
  })

  it('sends the session token with what changes something, and forms as forms', async () => {
    const { by, requests } = transport(() => json(200, {}), 'a1b2')
    await callBy(by, likeForm, { body: { pageId: 7 } })
    const init = requests[0]?.init
    expect(new Headers(init?.headers).get('X-Atlassian-Token')).toBe('a1b2')
    expect(new Headers(init?.headers).get('X-Requested-With')).toBe('XMLHttpRequest')
    expect(init?.body).toEqual(new URLSearchParams({ pageId: '7' }))
  })

  it('throws what the server says went wrong', async () => {
    const { by } = transport(() =>
      json(409, { statusCode: 409, data: {}, message: 'Version must be incremented on update.', reason: 'Conflict' }),
    )
    await expect(callBy(by, getContent, { params: { id: 7 } })).rejects.toMatchObject({
      status: 409,
      message: 'Version must be incremented on update.',
    })
  })
})

describe('a call without an answer', () => {
  it('is an ApiError of the network', async () => {
    const { by, reports } = transport(fails(new TypeError('Failed to fetch')))
    const error: unknown = await callBy(by, getContent, { params: { id: 7 } }).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).isNetwork).toBe(true)
    expect(reports).toEqual(['lost'])
  })

  it('is the abort itself where the caller gave up', async () => {
    const controller = new AbortController()
    controller.abort()
    const abort = new DOMException('aborted', 'AbortError')
    const { by, reports } = transport(fails(abort))
    await expect(callBy(by, getContent, { params: { id: 7 } }, { signal: controller.signal })).rejects.toBe(abort)
    expect(reports).toEqual([])
  })
})

describe('endpointKey', () => {
  it('is the same for numbers and their texts, in any order, without what is not given', () => {
    const key = endpointKey(getContent, { params: { id: 7 }, query: { b: true, a: undefined, c: [1] } })
    expect(key).toEqual(endpointKey(getContent, { params: { id: '7' }, query: { c: ['1'], b: 'true' } }))
    expect(key).not.toEqual(endpointKey(getContent, { params: { id: 8 } }))
    // Of calls that only read, some ask by their body.
    expect(endpointKey(getContent, { body: { of: 1 } })).not.toEqual(endpointKey(getContent, { body: { of: 2 } }))
  })
})
