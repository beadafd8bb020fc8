import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { languageTag } from '#platform/server/language.ts'
import { accountsById, contextOfAccount, type Account } from '#features/accounts/server/index.ts'
import { mailOfKind, wantsMail } from '#features/notifications/server/index.ts'
import { dayText } from '../report-table.ts'
import { MY_TASKS_PATH } from '../shared.ts'
import { pathOf } from './lines.ts'
import { dueNotification } from './notifications.ts'
import { markReminded, peopleToRemind, unremindedTasks, type DueDays } from './store/reminders.ts'
import { reportedIds, reportedTasks, type ReportedTask } from './store/report.ts'

export const REMIND_JOB = 'tasks.remind'

const DAY_MS = 86_400_000
/** Tasks due tomorrow are announced; and those due since then, should the wiki not have run. */
const DAYS_AHEAD = 1
const DAYS_BACK = 2
/** Tasks in one mail; further ones are in the list that it links to. */
const MOST_TASKS = 100

/**
 * Queues a mail to each person who wants it with open tasks that are due by tomorrow and that they may see. Each task
 * is announced once for each due date.
 * @param at epoch milliseconds
 */
export async function remindOfTasks(app: App, at = Date.now()): Promise<void> {
  if (!app.mail.configured) return
  const days = { from: dayOf(at - DAYS_BACK * DAY_MS), to: dayOf(at + DAYS_AHEAD * DAY_MS) }
  for (const account of await peopleToRemind(app.database.read, days))
    if (await wantsMail(app, account.id, dueNotification)) await remind(app, account, days)
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function remind(app: App, account: Account, days: DueDays): Promise<void> {
  const ctx = await contextOfAccount(app, account)
  const visible = await reportedIds(
    ctx,
    { status: 'incomplete', assigneeIds: [account.id], dueFrom: days.from, dueTo: days.to },
    { column: 'duedate', reverse: false },
    { offset: 0, limit: MOST_TASKS },
  )
  await app.database.transaction(
    async tx => {
      const ids = await unremindedTasks(tx, visible, days)
      if (ids.length === 0) return
      await markReminded(tx, ids)
      const input = { accountId: account.id, taskIds: ids }
      await app.jobs.enqueue({ kind: REMIND_JOB, title: 'Reminding of tasks that are due', ownerId: null, input }, tx)
    },
    { invalidates: false },
  )
}

/** The work of {@link REMIND_JOB}: sends one mail about the tasks that are still open and visible. */
export async function sendReminder({ app, input }: JobRun): Promise<void> {
  const { accountId, taskIds } = input as { accountId: number; taskIds: number[] }
  const account = (await accountsById(app, [accountId])).get(accountId)
  if (account?.active !== 1 || account.email === '' || !(await wantsMail(app, account.id, dueNotification))) return
  const ctx = await contextOfAccount(app, account)
  const tasks = await openTasks(ctx, account.id, taskIds)
  if (tasks.length > 0)
    await app.mail.send(await mailOfKind(ctx, account, dueNotification, messageOf(ctx, account, tasks)))
}

async function openTasks(ctx: Context, accountId: number, taskIds: readonly number[]): Promise<ReportedTask[]> {
  const ids = await reportedIds(
    ctx,
    { status: 'incomplete', assigneeIds: [accountId], taskIds },
    { column: 'duedate', reverse: false },
    { offset: 0, limit: MOST_TASKS },
  )
  return reportedTasks(ctx, ids)
}

function messageOf({ app, locale }: Context, account: Account, tasks: readonly ReportedTask[]) {
  const t = app.texts.for(locale)
  const lines = tasks.map(task =>
    [
      `- ${task.description}`,
      `  ${t('Due {{date}}', { date: dayText(task.due_on, languageTag(locale)) })} · ${task.page_title}`,
      `  ${app.baseUrl}${pathOf(task)}`,
    ].join('\n'),
  )
  return {
    subject: t('{{count}} of your tasks are due', { count: tasks.length }),
    text: [
      t('Hello {{name}},', { name: account.display_name }),
      t('these tasks are assigned to you and due:'),
      ...lines,
      `${t('All your tasks')}: ${app.baseUrl}${MY_TASKS_PATH}`,
    ].join('\n\n'),
  }
}
