import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

const TAG = 'hints'
const tips = { path: '/rest/helptips/1.0/tips', tag: TAG } as const
const tip = z.object({ id: z.string().min(1).max(200) }).loose()

export const listDismissedTips = endpoint({
  method: 'GET',
  ...tips,
  summary: 'Ids of the help tips that the user has dismissed',
  response: z.array(z.string()),
})
export const dismissTip = endpoint({
  method: 'POST',
  ...tips,
  summary: 'Dismiss a help tip',
  body: tip,
  status: 204,
})
export const restoreTip = endpoint({
  method: 'DELETE',
  ...tips,
  summary: 'Show a dismissed help tip again',
  body: tip,
  status: 204,
})

const params = z.object({ pluginKey: z.string().min(1).max(200), featureKey: z.string().min(1).max(200) })
export const markDiscovered = endpoint({
  method: 'POST',
  path: '/rest/feature-discovery/1.0/discovered/:pluginKey/:featureKey',
  tag: TAG,
  summary: 'Mark a feature as discovered: its hint is not shown to the user again',
  params,
  body: z.unknown(),
  status: 204,
})
export const countView = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/feature-discovery/:pluginKey/:featureKey/views',
  tag: TAG,
  summary: 'Count that the hint of a feature was shown; the third time marks the feature as discovered',
  params,
  body: z.unknown(),
  response: z.object({ views: z.number(), discovered: z.boolean() }),
})
