import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    inline_task: InlineTaskTable
  }
}

/** Facts about each task in a current text. How it reads is taken from the text itself. */
export interface InlineTaskTable {
  id: Generated<number>
  /** The page, post or comment that holds it. */
  content_id: number
  /** The page or post: of a comment the one that it belongs to. */
  page_id: number
  /** `ac:task-id`, unique in the content. */
  task_id: string
  /** Place in the text, from 0. */
  position: number
  status: 'incomplete' | 'complete'
  /** Plain text. */
  description: string
  /** `YYYY-MM-DD`, or `none`, which sorts last. */
  due_on: string
  assignee_id: number | null
  /** Author of the first version with the task. */
  creator_id: number | null
  created_at: number
  completed_by: number | null
  /** Null also where it was complete when it was first read. */
  completed_at: number | null
  /** The due date of which its assignee was reminded. */
  reminded_on: string | null
}
