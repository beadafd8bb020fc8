/** Calls of long-running tasks. */
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { expandQuery, pagingQuery, pageSchema } from '#platform/wire.ts'

const tag = 'Long tasks'

export const longTask = z.object({
  /** UUID. */
  id: z.string(),
  name: z.object({ key: z.string(), args: z.array(z.string()), translation: z.string() }),
  /** Milliseconds since the start; total time once finished. */
  elapsedTime: z.number(),
  percentageComplete: z.number().min(0).max(100),
  successful: z.boolean(),
  finished: z.boolean(),
  messages: z.array(z.object({ translation: z.string(), args: z.array(z.string()) })),
  _links: z.object({ self: z.string() }),
})
export type LongTask = z.output<typeof longTask>

export const listLongTasks = endpoint({
  method: 'GET',
  path: '/rest/api/longtask',
  summary: 'Background work of the caller, newest first; administrators see all',
  tag,
  query: z.looseObject({ expand: expandQuery, ...pagingQuery(100) }),
  response: pageSchema(longTask),
})

export const getLongTask = endpoint({
  method: 'GET',
  path: '/rest/api/longtask/:id',
  summary: 'How background work goes',
  tag,
  params: z.object({ id: z.string().min(1).max(100) }),
  query: z.looseObject({ expand: expandQuery }),
  response: longTask,
})
