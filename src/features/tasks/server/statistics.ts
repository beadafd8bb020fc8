import type { PlannerStatistics } from '#platform/server/database/index.ts'

/** A hundred thousand tasks of 500 people on 20,000 pages. */
export const statistics: PlannerStatistics = {
  inline_task: {
    inline_task_of: '100000 5 1',
    inline_task_page: '100000 5 3',
    inline_task_due: '100000 50000 50 1',
    inline_task_assignee: '80000 160 80 2 1',
    inline_task_creator: '100000 200 100 2 1',
  },
}
