import { serveTasks } from '../thread.ts'
import { testTasks } from './tasks.ts'

serveTasks(Object.values(testTasks))
