import { expect, it } from 'vitest'
import { pathOf } from './path-of.ts'

it('is a path without its query, and without a token in it', () => {
  expect(pathOf({ url: '/embed/c2VjcmV0/diagram.png?a=c2VjcmV0', params: { token: 'c2VjcmV0' } })).toBe(
    '/embed/:token/diagram.png',
  )
  expect(pathOf({ url: '/pages/1?token=x', params: { id: '1' } })).toBe('/pages/1')
  expect(pathOf({ url: '/nowhere', params: undefined })).toBe('/nowhere')
})
