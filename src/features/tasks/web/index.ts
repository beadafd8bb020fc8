import './tasks.css'
import { webFeature } from '#platform/web/feature.ts'
import { registerIsland } from '#features/content/web/index.ts'

registerIsland('ul.inline-task-list', () => import('./task-list.ts'))

/** Inline tasks in the browser: they are ticked where they are read. */
export const tasksWeb = webFeature({
  name: 'tasks',
  messages: { de: () => import('../i18n/de.json', { with: { type: 'json' } }) },
})
