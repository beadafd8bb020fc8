import { factsTask } from './model/documents.ts'
import { readSourceTask } from './model/read-source.ts'
import { markdownTask } from './render/markdown-task.ts'
import { renderTask } from './render/render-task.ts'

/** Tasks that threads do for this feature. */
export const contentTasks = [readSourceTask, factsTask, renderTask, markdownTask] as const
