import type { ServerFeature } from '#platform/server/app.ts'
import { longTaskRoutes } from './routes.ts'

/** Background work as the REST interface shows it. */
export const longTasksFeature: ServerFeature = { name: 'longtasks', register: longTaskRoutes }
