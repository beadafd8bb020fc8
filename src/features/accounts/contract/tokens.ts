import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { pageSchema, pagingQuery } from '#platform/wire.ts'

const tag = 'tokens'
/** Days; a token that should outlive this is made without an end. */
const MAX_EXPIRATION_DAYS = 3650

/** Read, or read and write. */
const tokenScope = z.enum(['read', 'write'], 'must be read or write')
export type TokenScope = z.output<typeof tokenScope>

export const tokenSchema = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  /** Null for a token that does not end. */
  expiringAt: z.string().nullable(),
  lastAccessedAt: z.string().nullable(),
  scope: tokenScope,
})
export type TokenView = z.output<typeof tokenSchema>

export const newTokenSchema = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(255, 'must be {{maximum}} characters at most'),
  expirationDuration: z.coerce
    .number()
    .int()
    .min(1, 'must be 1 day or more')
    .max(MAX_EXPIRATION_DAYS, 'must be {{maximum}} days at most')
    .nullish(),
  scope: tokenScope.default('write'),
})

export const listTokens = endpoint({
  method: 'GET',
  path: '/rest/pat/latest/tokens',
  summary: 'The own personal access tokens',
  tag,
  query: z.object(pagingQuery(50)),
  response: pageSchema(tokenSchema),
})
/** `rawToken` is shown in this answer and never again. */
export const createToken = endpoint({
  method: 'POST',
  path: '/rest/pat/latest/tokens',
  summary: 'Makes a personal access token',
  tag,
  status: 201,
  body: newTokenSchema,
  response: tokenSchema.extend({ rawToken: z.string() }),
})
export const revokeToken = endpoint({
  allowedInReadOnlyMode: true,
  method: 'DELETE',
  path: '/rest/pat/latest/tokens/:tokenId',
  summary: 'Revokes a personal access token at once',
  tag,
  status: 204,
  params: z.object({
    tokenId: z
      .string()
      .regex(/^\d{1,15}$/, 'must be the id of a token')
      .transform(Number),
  }),
})
