import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, commaList } from '#platform/wire.ts'

const names = commaList.refine(values => values.length <= 50, 'at most 50 names')

/** Empty fields mean no condition, as sent by the old dashboard. */
const asked = z
  .object({
    maxResults: clampedInteger({ least: 1, most: 100, otherwise: 40 }),
    labels: names,
    spaces: names,
    users: names,
    types: names,
    spaceKey: z.string().max(255).optional(),
  })
  .loose()
const update = z.object({
  title: z.string(),
  urlPath: z.string(),
  spaceName: z.string(),
  contentType: z.enum(['page', 'blogpost']),
  /** Epoch milliseconds. */
  lastModificationDate: z.number(),
  friendlyUpdateTime: z.string(),
})
/** Consecutive changes by one user. */
const changeSet = z.object({
  modifier: z.object({ fullName: z.string(), userName: z.string().optional() }),
  profilePictureInfo: z.object({ downloadPath: z.string() }),
  recentUpdates: z.array(update),
})
const about = { tag: 'compatibility', response: z.object({ changeSets: z.array(changeSet) }) }
const path = '/rest/dashboardmacros/1.0/updates'

export const dashboardUpdates = endpoint({
  method: 'GET',
  path,
  summary: 'Pages and posts that changed last, by who changed them',
  query: asked,
  ...about,
})
export const dashboardUpdatesByForm = endpoint({
  allowedInReadOnlyMode: true,
  // Read-only; old dashboards send no token.
  allowWithoutToken: true,
  method: 'POST',
  path,
  summary: 'The same, asked by a form',
  encoding: 'form',
  body: asked,
  ...about,
})
export type UpdatesQuery = z.output<typeof asked>
export type ChangeSet = z.output<typeof changeSet>
