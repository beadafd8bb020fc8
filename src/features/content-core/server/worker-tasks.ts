import { factsTask } from './model/documents.ts'
import { readSourceTask } from './model/read-source.ts'
import { renderTask } from './render/render-task.ts'

/** Tasks that threads do for this feature. */
export const contentTasks = [readSourceTask, factsTask, renderTask] as const
