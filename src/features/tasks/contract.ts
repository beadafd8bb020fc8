import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'

/** Ticks a task where it stands: in the page, post or comment whose id is `contentId`. */
export const setTask = endpoint({
  method: 'POST', path: '/rest/inlinetasks/1/task/:contentId/:taskId', tag: 'tasks', summary: 'Tick or untick an inline task',
  params: z.object({ contentId, taskId: z.string().min(1).max(100) }),
  body: z.object({
    status: z.enum(['CHECKED', 'UNCHECKED']),
    /** Why: `VIEW_PAGE` from a page. */
    trigger: z.string().max(100).optional(),
  }).loose(),
  status: 204,
})
