import { readSourceTask } from './model/read-source.ts'
import { factsTask } from './model/documents.ts'
import { renderTask } from './render/render-task.ts'
import { compareTask } from './versions/compare.ts'

/** Tasks that threads do for this feature. */
export const contentTasks = [readSourceTask, factsTask, renderTask, compareTask] as const
