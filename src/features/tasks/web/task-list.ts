import { messageOf } from '#platform/message-of.ts'
import { isReadOnly } from '#platform/web/access-mode.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { track } from '#platform/web/tracking.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { isChecked, showTask, TASK_BOX, type IslandContext } from '#features/content/web/index.ts'
import { setTask } from '../contract.ts'
import { dueText } from '../due.ts'
import { saves } from './saves.ts'

/** Inset in px of the checkbox drawn in the item's corner. */
const BOX_FROM_PX = 1
const BOX_TO_PX = 19
/** Timeout. */
const TIMEOUT_MS = 30_000

/** Makes the tasks of a list checkable by click and keyboard, and marks due dates. Returns a cleanup function. */
export default function taskList(list: HTMLElement, context: IslandContext): () => void {
  const ended = new AbortController()
  const contentId = list.dataset['inlineTasksContentId'] ?? context.contentId
  // For included pages only the server knows the permission.
  const mayTick = context.mayUpdate || contentId !== context.contentId
  for (const item of list.querySelectorAll<HTMLElement>(':scope > li[data-inline-task-id]')) {
    markDue(item)
    if (contentId === context.contentId && !list.closest('.tasks-report')) showFocused(item)
    if (mayTick) liveTask(item, contentId, context, ended.signal)
  }
  return () => ended.abort()
}

function liveTask(item: HTMLElement, contentId: string, { onChanged }: IslandContext, ended: AbortSignal): void {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.className = `${TASK_BOX} ox-visually-hidden`
  box.setAttribute('aria-label', item.textContent.trim() || t('Task'))
  box.checked = isChecked(item)
  item.classList.add('ox-task-live')
  item.prepend(box)

  const toggle = async () => {
    if (item.ariaBusy !== null || isReadOnly()) {
      box.checked = isChecked(item)
      return
    }
    const before = isChecked(item)
    showTask(item, !before)
    item.ariaBusy = 'true'
    saves.set(saves.get() + 1)
    try {
      await save(contentId, item.dataset['inlineTaskId'] ?? '', !before)
      track('confluence.task.update', { contentId, isDone: !before })
      onChanged()
    } catch (error) {
      showTask(item, before)
      if (error !== GIVEN_UP) {
        showToast({
          kind: 'error',
          title: t("Oops! Your task change couldn't be saved. There could be a few reasons for this."),
          body: messageOf(error),
        })
      }
    } finally {
      item.ariaBusy = null
      saves.set(saves.get() - 1)
    }
  }
  box.addEventListener('change', () => void toggle(), { signal: ended })
  item.addEventListener(
    'click',
    event => {
      if (event.target === item && isOnBox(item, event)) void toggle()
    },
    { signal: ended },
  )
  ended.addEventListener('abort', () => {
    box.remove()
    item.classList.remove('ox-task-live')
  })
}

function isOnBox(item: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top } = item.getBoundingClientRect()
  const across = getComputedStyle(item).direction === 'rtl' ? right - clientX : clientX - left
  const down = clientY - top
  return [across, down].every(distance => distance >= BOX_FROM_PX && distance <= BOX_TO_PX)
}

/** Aborted: timeout or navigation. */
const GIVEN_UP = Symbol('given up')

/** @throws ApiError, or {@link GIVEN_UP} */
async function save(contentId: string, taskId: string, checked: boolean): Promise<void> {
  const waiting = new AbortController()
  const giveUp = () => waiting.abort()
  const timer = window.setTimeout(giveUp, TIMEOUT_MS)
  // Browsers may abort requests before `pagehide`.
  window.addEventListener('beforeunload', giveUp)
  window.addEventListener('pagehide', giveUp)
  try {
    await call(
      setTask,
      {
        params: { contentId, taskId },
        body: { status: checked ? 'CHECKED' : 'UNCHECKED', trigger: 'VIEW_PAGE' },
      },
      { signal: waiting.signal },
    )
  } catch (error) {
    throw waiting.signal.aborted ? GIVEN_UP : error
  } finally {
    window.clearTimeout(timer)
    window.removeEventListener('beforeunload', giveUp)
    window.removeEventListener('pagehide', giveUp)
  }
}

/** Marks the due date of an open task as late or soon. */
function markDue(item: HTMLElement): void {
  const due = item.dataset['inlineTaskDueDate']
  const words = due !== undefined && !isChecked(item) ? dueText(due, new Date()) : undefined
  const date = item.querySelector('time')
  if (words && date) date.title = t(words)
}

/** Shows the task of `?focusedTaskId=7`. */
function showFocused(item: HTMLElement): void {
  if (new URLSearchParams(location.search).get('focusedTaskId') !== item.dataset['inlineTaskId']) return
  for (let closed = item.closest('details:not([open])'); closed; closed = item.closest('details:not([open])'))
    closed.setAttribute('open', '')
  item.classList.add('focused-task')
  item.scrollIntoView({ block: 'center' })
}
