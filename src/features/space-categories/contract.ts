/** Space categories: labels with the prefix `team`. */
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

const tag = 'Spaces'
const params = z.object({ key: z.string().min(1).max(300), category: z.string().min(1).max(300) })

export const addCategory = endpoint({
  method: 'POST',
  path: '/rest/api/space/:key/category/:category',
  summary: 'Put a space into a category',
  tag,
  params,
  body: z.unknown(),
  response: z.void(),
  status: 204,
})
export const removeCategory = endpoint({
  method: 'DELETE',
  path: '/rest/api/space/:key/category/:category',
  summary: 'Take a space out of a category',
  tag,
  params,
  response: z.void(),
  status: 204,
})
