import './tasks.css'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { LinkButton } from '#platform/web/ui/Button.tsx'
import { registerIsland } from '#features/content/web/index.ts'
import { myTaskReport } from '../contract.ts'
import { TasksHint } from './TasksHint.tsx'
import { FIRST_VIEW, MY_TASKS_PATH, myTasksQuery } from '../shared.ts'

registerIsland('ul.inline-task-list', () => import('./task-list.ts'))
registerIsland('.tasks-report', () => import('./report.ts'))

/** Inline tasks in view mode, task reports, and the screen of one's own tasks. */
export const tasksWeb = webFeature({
  name: 'tasks',
  routes: [
    screenRoute({
      path: MY_TASKS_PATH,
      screen: () => import('./MyTasksScreen.tsx'),
      prepare: async ({ query }) => {
        await query.ensureQueryData(queryOptionsFor(myTaskReport, { query: myTasksQuery(FIRST_VIEW) }))
        return { title: t('My tasks') }
      },
    }),
  ],
  slots: [
    slot('page.after', {
      id: 'tasks-hint',
      render: ({ contentId, mode }) => (mode === 'view' ? <TasksHint key={contentId} pageId={contentId} /> : null),
    }),
    slot('header.user', {
      id: 'tasks',
      order: 15,
      render: ({ close }) => (
        <a className="ox-panel-item" href={MY_TASKS_PATH} onClick={close}>
          {t('Tasks')}
        </a>
      ),
    }),
    slot('user.profile', {
      id: 'tasks',
      render: ({ isSelf }) =>
        isSelf ? (
          <LinkButton variant="subtle" href={MY_TASKS_PATH}>
            {t('Tasks')}
          </LinkButton>
        ) : null,
    }),
  ],
})
