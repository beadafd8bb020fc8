import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { GROUP_TYPES } from './shared.ts'

const tag = 'jira-links'
const path = '/rest/jira-metadata/1.0/metadata'
const query = z.object({ pageId: contentId })

const status = z.object({
  name: z.string(),
  description: z.string(),
  iconUrl: z.string().optional(),
  /** `colorName` is one of Jira's, e.g. `blue-gray`, `yellow`, `green`. */
  statusCategory: z.object({ key: z.string(), colorName: z.string() }).optional(),
})
export type JiraStatus = z.output<typeof status>
const item = z.object({
  name: z.string(),
  url: z.string(),
  description: z.string(),
  /** Issues and epics have one, where Jira gives it. */
  status: status.optional(),
})
export type JiraItem = z.output<typeof item>
/** To the rest of a group in an application. */
const link = z.object({ url: z.string(), numItems: z.number(), appName: z.string() })
export type JiraLink = z.output<typeof link>
const group = z.object({ type: z.enum(GROUP_TYPES), items: z.array(item), links: z.array(link) })
export type JiraGroup = z.output<typeof group>

const aggregate = z.object({
  count: z.number(),
  /** There may be more: an application could not be asked, or not with the rights of the reader. */
  incomplete: z.boolean(),
})
export type JiraAggregate = z.output<typeof aggregate>
const metadata = aggregate.extend({
  groups: z.array(group),
  unauthorisedAppLinks: z.array(z.object({ authorisationUrl: z.string(), name: z.string(), htmlSafeName: z.string() })),
  errors: z.array(z.object({ errorMessage: z.string() })),
})
export type JiraMetadata = z.output<typeof metadata>

export const getAggregate = endpoint({
  method: 'GET',
  path: `${path}/aggregate`,
  tag,
  summary: 'How many things in Jira a page is linked with, for its reader; none for page 0 and for visitors',
  query,
  response: aggregate,
})
export const getMetadata = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'The issues, sprints, versions and epics in Jira that a page is linked with, for its reader',
  query,
  response: metadata,
})
export const clearMetadata = endpoint({
  method: 'DELETE',
  path: `${path}/cache`,
  tag,
  summary: 'Ask Jira anew for what pages are linked with, for administrators',
  query: z.object({ globalId: z.string().max(200).optional() }),
  status: 204,
})
