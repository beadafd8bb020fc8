import { z } from 'zod'
import { endpoint } from './contract.ts'

/** In `READ_ONLY` no user can change anything: for maintenance, or before the wiki moves to another machine. */
export const accessModeName = z.enum(['READ_WRITE', 'READ_ONLY'])

export const accessModeStatus = z.object({
  mode: accessModeName,
  /** Text of the banner while the wiki is read-only; null without a banner. */
  banner: z.string().nullable(),
})
export type AccessModeStatus = z.output<typeof accessModeStatus>

export const getAccessMode = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/access-mode',
  tag: 'site',
  summary: 'Whether the wiki may be changed, and what its banner says',
  response: accessModeStatus,
})
