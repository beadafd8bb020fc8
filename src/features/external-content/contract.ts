import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { FRAME_PATH } from './shared.ts'

export const linkTitle = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/link-title',
  tag: 'external-content',
  summary: 'The title of a page of a site that administrators allow to be asked for titles; null for other addresses',
  query: z.object({ url: z.string().max(2000) }),
  response: z.object({ title: z.string().max(300).nullable() }),
})

export const externalFrame = endpoint({
  method: 'GET',
  path: FRAME_PATH,
  tag: 'external-content',
  summary: 'A page of a site that administrators allow in frames, in a document with a policy for these sites alone',
  query: z.object({ url: z.string().max(5000), title: z.string().max(300).default('') }),
})

export const listFrameSites = endpoint({
  method: 'GET',
  path: `${FRAME_PATH}/sites`,
  tag: 'external-content',
  summary: 'Sites that administrators allow in frames',
  response: z.object({
    /** Hosts, with their port if it is another than that of the protocol. */
    sites: z.array(z.string()),
  }),
})
