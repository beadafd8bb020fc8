import type { ServerFeature } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import * as contract from '../contract.ts'
import { setTask } from './set-task.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Inline tasks. They live in the text of pages and comments. */
export const tasksFeature: ServerFeature = {
  name: 'tasks',
  messages: { de },
  register(app) {
    app.http.handle(contract.setTask, async ({ ctx, params, body }) => {
      await setTask(ctx, params.contentId, params.taskId, body.status === 'CHECKED' ? 'complete' : 'incomplete')
      return Answer.empty()
    })
  },
}
