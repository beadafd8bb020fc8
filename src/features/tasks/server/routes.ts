import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { Answer } from '#platform/server/http/http.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'
import { FIRST_VIEW, MY_TASKS_PATH, myTasksQuery } from '../shared.ts'
import { readReportParameters, requireReport } from './parameters.ts'
import { reportWire, type ReportPlace } from './report.ts'
import { setTask } from './set-task.ts'

/** Ticking a task, and reports over tasks for those who are signed in. */
export function taskRoutes(app: App): void {
  const { http } = app
  http.handle(contract.setTask, async ({ ctx, params, body }) => {
    await setTask(ctx, params.contentId, params.taskId, body.status === 'CHECKED' ? 'complete' : 'incomplete')
    return Answer.empty()
  })
  http.handle(contract.taskReport, async ({ ctx, query }) => {
    requireUser(ctx)
    const asked = await requireReport(ctx, readReportParameters(query.reportParameters))
    return reportWire(ctx, asked, query)
  })
  http.handle(contract.myTaskReport, ({ ctx, query }) => myReport(ctx, query))
  handleScreen(app, MY_TASKS_PATH, 'Tasks of the user', async ({ ctx }) => {
    const query = myTasksQuery(FIRST_VIEW)
    return {
      title: readerOf(ctx).t('My tasks'),
      queries: [{ key: endpointKey(contract.myTaskReport, { query }), data: await myReport(ctx, query) }],
    }
  })
}

/** A report about the caller: tasks assigned to them, unless assignees or creators are named. */
async function myReport(
  ctx: Context,
  query: ReportPlace & { reportParameters?: string | undefined },
): Promise<contract.TaskReport> {
  const accountId = requireUser(ctx)
  const asked = await requireReport(ctx, readReportParameters(query.reportParameters))
  const { assigneeIds, creatorIds } = asked.filter
  const filter = assigneeIds || creatorIds ? asked.filter : { ...asked.filter, assigneeIds: [accountId] }
  return reportWire(ctx, { ...asked, filter }, query)
}
