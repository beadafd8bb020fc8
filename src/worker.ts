/** The entry of worker threads: what features have them work on. See `platform/server/workers`. */
import { contentTasks } from '#features/content-core/server/worker-tasks.ts'
import { compareTask } from '#features/content/server/versions/compare.ts'
import { diagramTasks } from '#features/diagrams/server/drawing-tasks.ts'
import { propertiesTask } from '#features/page-properties/server/read.ts'
import { indexedTextTask } from '#features/search/server/indexing/words.ts'
import { serveTasks } from '#platform/server/workers/thread.ts'

serveTasks([...contentTasks, compareTask, indexedTextTask, propertiesTask, ...diagramTasks])
