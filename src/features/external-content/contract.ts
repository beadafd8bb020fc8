import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { FRAME_PATH } from './shared.ts'

export const externalFrame = endpoint({
  method: 'GET',
  path: FRAME_PATH,
  tag: 'external-content',
  summary: 'A page of a site that administrators allow in frames, in a document with a policy for these sites alone',
  query: z.object({ url: z.string().max(5000), title: z.string().max(300).default('') }),
})
