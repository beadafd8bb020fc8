import type { PlannerStatistics } from '#platform/server/database/index.ts'

/** A diagram on each of 20,000 pages, and one on a thousand. */
export const statistics: PlannerStatistics = {
  diagram_use: {
    diagram_use_of: '30000 3 2 1',
    diagram_use_page: '30000 2',
    sqlite_autoindex_diagram_use_1: '30000 2 2 1 1',
  },
}
