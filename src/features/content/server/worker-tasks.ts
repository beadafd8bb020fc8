import { readSourceTask } from './model/read-source.ts'
import { factsTask } from './model/documents.ts'
import { renderTask } from './render/render-task.ts'

/** What threads do for this feature. */
export const contentTasks = [readSourceTask, factsTask, renderTask] as const
