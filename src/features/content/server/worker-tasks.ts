import { readBodyTask } from './model/body.ts'
import { factsTask } from './model/documents.ts'
import { renderTask } from './render/render-task.ts'

/** What threads do for this feature. */
export const contentTasks = [readBodyTask, factsTask, renderTask] as const
