import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { locale, t } from '#platform/web/i18n.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { useIslands } from '#features/content/web/index.ts'
import { HelpTip } from '#features/hints/web/index.ts'
import { myTaskReport, type DetailLine } from '../contract.ts'
import { dueText, OVERDUE } from '../due.ts'
import { dayText, EMPTY_TEXTS, NO_COMPLETION_DATE, NO_TASKS } from '../report-table.ts'
import { FIRST_VIEW, leftAfter, MY_TASKS_AT_ONCE, myTasksQuery, type MyTasksView } from '../shared.ts'
import { leftOf } from './left.ts'
import css from './my-tasks.module.css'

/** The tasks that are assigned to the reader, and those that they created. */
export default function MyTasksScreen() {
  const [view, setView] = useHistoryState<MyTasksView>('my tasks', FIRST_VIEW)
  const change = (part: Partial<MyTasksView>) => setView({ ...view, pageIndex: 0, left: [], ...part })
  const content = <TaskPanel view={view} onChange={change} />
  return (
    <PageFrame title={t('My tasks')} width="wide" article={false}>
      <Tabs
        label={t('My tasks')}
        selected={view.list}
        onChange={list => change({ list: list === 'created' ? 'created' : 'assigned' })}
        items={[
          { id: 'assigned', label: t('Assigned to me'), content },
          { id: 'created', label: t('Created by me'), content },
        ]}
      />
      <HelpTip
        id="my-tasks"
        title={t('Tasks find people')}
        body={t(
          'Mention a person in a task with @ to put it on their list. With a date, they are reminded the day before.',
        )}
      />
    </PageFrame>
  )
}

function TaskPanel({ view, onChange }: { view: MyTasksView; onChange: (part: Partial<MyTasksView>) => void }) {
  const [typed, setTyped] = useState(view.text)
  const text = useDebounced(typed.trim())
  useEffect(() => {
    if (text !== view.text) onChange({ text })
  })
  const list = useRef<HTMLUListElement>(null)
  const turn = (to: number) => {
    const leftHere = list.current === null ? 0 : leftOf(list.current, view.status)
    onChange({ pageIndex: to, left: leftAfter(view.left, { from: view.pageIndex, to }, leftHere) })
  }
  const report = useEndpoint(myTaskReport, { query: myTasksQuery(view) }, { keepPrevious: true })
  return (
    <>
      <div className={css.filters}>
        <SearchField label={t('Find in my tasks')} value={typed} onChange={setTyped} />
        <RadioGroup
          label={t('Status')}
          orientation="horizontal"
          value={view.status}
          onChange={status => onChange({ status: status === 'complete' ? 'complete' : 'incomplete' })}
          options={[
            { id: 'incomplete', label: t('Open tasks') },
            { id: 'complete', label: t('Completed tasks') },
          ]}
        />
      </div>
      <Loaded answer={report} failure={t('Your tasks could not be read')} skeleton={<SkeletonRows />}>
        {({ detailLines, totalPages, adaptive }) => (
          <>
            {detailLines.length === 0 ? (
              <NoTasks view={view} />
            ) : (
              <ul ref={list} className={css.list} aria-busy={report.isPlaceholderData || undefined}>
                {detailLines.map(line => (
                  <Task key={`${line.contentId} ${line.taskId}`} line={line} hasAssignee={view.list === 'created'} />
                ))}
              </ul>
            )}
            <Pagination
              start={view.pageIndex * MY_TASKS_AT_ONCE}
              limit={MY_TASKS_AT_ONCE}
              size={detailLines.length}
              hasNext={adaptive || view.pageIndex < totalPages - 1}
              onChange={start => turn(start / MY_TASKS_AT_ONCE)}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

function NoTasks({ view: { status, text } }: { view: MyTasksView }) {
  if (text !== '') return <EmptyState title={t('No task matches “{{text}}”.', { text })} />
  return <EmptyState title={t(EMPTY_TEXTS[status])}>{t(NO_TASKS)}</EmptyState>
}

function Task({ line, hasAssignee }: { line: DetailLine; hasAssignee: boolean }) {
  const client = useQueryClient()
  const text = useRef<HTMLDivElement>(null)
  useIslands(text, line.taskHtml, {
    contentId: line.contentId,
    mayUpdate: true,
    // The row stays, so that a slip can be undone; the lists are read again when they are shown next.
    onChanged: () => void client.invalidateQueries({ queryKey: allOf(myTaskReport), refetchType: 'none' }),
  })
  const { now } = useReader()
  const { dueDate, completeDate, taskCompleted, assigneeFullName } = line
  const warning = dueDate !== null && !taskCompleted ? dueText(dueDate, new Date(now)) : undefined
  return (
    <li className={css.task}>
      <div ref={text} className="wiki-content" dangerouslySetInnerHTML={{ __html: line.taskHtml }} />
      <div className={css.facts}>
        <a href={line.pageUrl}>{line.pageTitle}</a>
        {hasAssignee && assigneeFullName !== null && <span>{assigneeFullName}</span>}
        {dueDate !== null && (
          <time dateTime={dueDate} className={warning === OVERDUE ? css.late : undefined} title={warning && t(warning)}>
            {t('Due {{date}}', { date: dayText(dueDate, locale()) })}
          </time>
        )}
        {taskCompleted && (
          <span>
            {completeDate === null
              ? t(NO_COMPLETION_DATE)
              : t('Completed {{date}}', { date: dayText(completeDate, locale()) })}
          </span>
        )}
      </div>
    </li>
  )
}
