import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { commaList, contentId, pageSchema, pagingQuery } from '#platform/wire.ts'

const TAG = 'labels'
const idParams = z.object({ id: contentId })
const keyParams = z.object({ key: z.string() })
const paging = (limit: number) => z.object(pagingQuery(limit))

export const label = z.object({ prefix: z.string(), name: z.string(), id: z.string(), label: z.string() }).loose()
export type LabelWire = z.output<typeof label>
const labels = pageSchema(label)
const labelInput = z.object({ prefix: z.string().nullish(), name: z.string() }).loose()

export const listLabels = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/label',
  tag: TAG,
  summary: 'Labels of a content',
  params: idParams,
  query: z.object({ prefix: commaList, ...pagingQuery(200) }),
  response: labels,
})
export const addLabels = endpoint({
  method: 'POST',
  path: '/rest/api/content/:id/label',
  tag: TAG,
  summary: 'Add labels: one, or a list',
  params: idParams,
  body: z.union([z.array(labelInput), labelInput.transform(value => [value])]),
  response: labels,
})
export const removeLabelByName = endpoint({
  method: 'DELETE',
  path: '/rest/api/content/:id/label',
  tag: TAG,
  summary: 'Remove the label that the query names',
  params: idParams,
  query: z.object({ name: z.string() }).loose(),
  status: 204,
})
export const removeLabel = endpoint({
  method: 'DELETE',
  path: '/rest/api/content/:id/label/:name',
  tag: TAG,
  summary: 'Remove a label',
  params: z.object({ id: contentId, name: z.string() }),
  status: 204,
})
export const findLabels = endpoint({
  method: 'GET',
  path: '/rest/api/label/labels',
  tag: TAG,
  summary: 'Labels by name, prefix, space or owner',
  query: z.object({
    labelName: z.string().optional(),
    namespace: z.string().optional(),
    spaceKey: z.string().optional(),
    owner: z.string().optional(),
    ...pagingQuery(50),
  }),
  response: labels,
})
export const popularLabels = endpoint({
  method: 'GET',
  path: '/rest/api/label/popular',
  tag: TAG,
  summary: 'Labels used most',
  query: paging(50),
  response: labels,
})
export const recentLabels = endpoint({
  method: 'GET',
  path: '/rest/api/label/recent',
  tag: TAG,
  summary: 'Labels used last',
  query: paging(50),
  response: labels,
})
export const relatedLabels = endpoint({
  method: 'GET',
  path: '/rest/api/label/:name/related',
  tag: TAG,
  summary: 'Labels on the same contents',
  params: z.object({ name: z.string() }),
  query: paging(50),
  response: labels,
})
export const spaceLabels = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/labels',
  tag: TAG,
  summary: 'Labels in a space',
  params: keyParams,
  query: paging(50),
  response: labels,
})
export const spacePopularLabels = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/labels/popular',
  tag: TAG,
  summary: 'Labels used most in a space',
  params: keyParams,
  query: paging(50),
  response: labels,
})
export const spaceRecentLabels = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/labels/recent',
  tag: TAG,
  summary: 'Labels used last in a space',
  params: keyParams,
  query: paging(50),
  response: labels,
})
export const spaceRelatedLabels = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/labels/:name/related',
  tag: TAG,
  summary: 'Labels on the same contents of a space',
  params: z.object({ key: z.string(), name: z.string() }),
  query: paging(50),
  response: labels,
})
/** Labels as read and written by the page's script. */
const uiLabels = z.object({
  success: z.literal(true),
  labels: z.array(z.object({ id: z.number(), name: z.string() }).loose()),
})
export const getUiLabels = endpoint({
  method: 'GET',
  path: '/rest/ui/1.0/content/:id/labels',
  tag: TAG,
  summary: 'Labels as the page shows them',
  params: idParams,
  response: uiLabels,
})
export const addUiLabels = endpoint({
  method: 'POST',
  path: '/rest/ui/1.0/content/:id/labels',
  tag: TAG,
  summary: 'Add labels from the page',
  params: idParams,
  body: z.array(labelInput),
  response: uiLabels,
})
