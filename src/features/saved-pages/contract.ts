import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, pageSchema, pagingQuery } from '#platform/wire.ts'
import { SAVED_AT_ONCE } from './shared.ts'

const TAG = 'saved pages'
const relation = { tag: TAG, params: z.object({ id: contentId }) }
const relationPath = '/rest/experimental/relation/user/current/favourite/toContent/:id'
export const isSaved = endpoint({
  method: 'GET',
  path: relationPath,
  summary: 'Whether a page is saved for later: 404 when it is not',
  ...relation,
  response: z.object({ id: z.string(), favourite: z.boolean() }),
})
export const savePage = endpoint({
  method: 'PUT',
  path: relationPath,
  summary: 'Save a page for later',
  ...relation,
  body: z.unknown(),
  response: z.object({ id: z.string(), favourite: z.boolean() }),
})
export const unsavePage = endpoint({
  method: 'DELETE',
  path: relationPath,
  summary: 'Take a page from those saved for later',
  ...relation,
  status: 204,
})

export const savedPage = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  title: z.string(),
  url: z.string(),
  space: z.object({ key: z.string(), name: z.string() }),
  /** ISO 8601. */
  savedAt: z.string(),
})
export type SavedPage = z.output<typeof savedPage>
export const listSaved = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/saved',
  tag: TAG,
  summary: 'Pages that the user saved for later, last saved first',
  query: z.object(pagingQuery(SAVED_AT_ONCE)),
  response: pageSchema(savedPage),
})
