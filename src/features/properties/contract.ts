import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, expandQuery, looseBoolean, looseInteger, pagingQuery } from '#platform/wire.ts'

const TAG = 'content properties'
const idParams = z.object({ id: contentId })
const keyParams = z.object({ id: contentId, key: z.string() })
const version = z
  .object({ number: looseInteger.optional(), message: z.string().nullish(), minorEdit: looseBoolean.nullish() })
  .loose()
const input = z.object({ key: z.string().optional(), value: z.unknown(), version: version.nullish() }).loose()
export type PropertyInput = z.output<typeof input>

/** Values have 32 KB at most; bodies may be whole fetched objects. */
const BODY_LIMIT = 256 * 1024
const path = '/rest/api/content/:id/property'

export const listProperties = endpoint({
  method: 'GET',
  path,
  tag: TAG,
  summary: 'Properties of a content',
  params: idParams,
  query: z.object({ expand: expandQuery, ...pagingQuery(10) }),
})
export const createProperty = endpoint({
  method: 'POST',
  path,
  tag: TAG,
  summary: 'Create a property',
  params: idParams,
  body: input,
  bodyLimit: BODY_LIMIT,
})
export const getProperty = endpoint({
  method: 'GET',
  path: `${path}/:key`,
  tag: TAG,
  summary: 'One property',
  params: keyParams,
  query: z.object({ expand: expandQuery }).loose(),
})
export const createPropertyByKey = endpoint({
  method: 'POST',
  path: `${path}/:key`,
  tag: TAG,
  summary: 'Create a property',
  params: keyParams,
  body: input,
  bodyLimit: BODY_LIMIT,
})
export const updateProperty = endpoint({
  method: 'PUT',
  path: `${path}/:key`,
  tag: TAG,
  summary: 'Replace a property: name version + 1; version 1 creates it',
  params: keyParams,
  body: input,
  bodyLimit: BODY_LIMIT,
})
export const deleteProperty = endpoint({
  method: 'DELETE',
  path: `${path}/:key`,
  tag: TAG,
  summary: 'Delete a property',
  params: keyParams,
  status: 204,
})
