import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { pageParts, type PagePart } from '#features/content/server/index.ts'
import { hasDiscovered } from '#features/hints/server/index.ts'
import { notificationKinds } from '#features/notifications/server/index.ts'
import { TASKS_FLAG, TASKS_HINT } from '../shared.ts'
import { FILL_JOB, fillTasks, unread } from './fill.ts'
import { tasksReportMacro } from './macro.ts'
import { migrations } from './migrations.ts'
import { taskNotifications } from './notifications.ts'
import { taskWriter } from './record.ts'
import { REMIND_JOB, remindOfTasks, sendReminder } from './reminders.ts'
import { taskRoutes } from './routes.ts'
import { statistics } from './statistics.ts'
import { tasksOn } from './store/mine.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Inline tasks. They live in the text of pages, posts and comments; a row for each makes reports a query. */
export const tasksFeature: ServerFeature = {
  name: 'tasks',
  migrations,
  messages: { de: { ...de, ...macrosDe }, en },
  statistics,
  register(app) {
    app.extensions.add(notificationKinds, ...taskNotifications)
    app.extensions.add(contentWriters, taskWriter)
    app.extensions.add(pageMacros, tasksReportMacro)
    app.extensions.add(pageParts, tasksFlag)
    app.jobs.define({ kind: FILL_JOB, class: 'upkeep', run: fillTasks })
    app.jobs.define({ kind: REMIND_JOB, class: 'prompt', run: sendReminder })
    app.jobs.schedule('tasks.remind', '7 6 * * *', running => remindOfTasks(running))
    taskRoutes(app)
  },
  async start(app) {
    if (app.settings.get(unread))
      await app.jobs.enqueueOnce({ kind: FILL_JOB, title: 'Reading the tasks of all pages' })
  },
}

const tasksFlag: PagePart = {
  name: TASKS_FLAG,
  count: tasksOn,
  load: async (ctx, _row, count) => ctx.viewer.userId !== null && count > 0 && !(await hasDiscovered(ctx, TASKS_HINT)),
}
