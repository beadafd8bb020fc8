import { messageOf } from '#platform/message-of.ts'
import { isReadOnly } from '#platform/web/access-mode.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { IslandContext } from '#features/content/web/index.ts'
import { setTask } from '../contract.ts'
import { dueWords } from '../due.ts'

/** A click counts on the box that is drawn in the corner of the item, so many pixels from it both ways. */
const BOX_FROM_PX = 1
const BOX_TO_PX = 19
/** An answer that takes longer will not come. */
const TIMEOUT_MS = 30_000

/**
 * Lets the tasks of one list be ticked, by a click on their boxes and from the keyboard, and says which are due. Returns a
 * function that ends it.
 */
export default function taskList(list: HTMLElement, context: IslandContext): () => void {
  const ended = new AbortController()
  const contentId = list.dataset['inlineTasksContentId'] ?? context.contentId
  // Of a page that is shown within this one, the server alone knows what the reader may.
  const mayTick = context.mayUpdate || contentId !== context.contentId
  for (const item of list.querySelectorAll<HTMLElement>(':scope > li[data-inline-task-id]')) {
    tellDue(item)
    if (contentId === context.contentId) showFocused(item)
    if (mayTick) liveTask(item, contentId, context, ended.signal)
  }
  return () => ended.abort()
}

function liveTask(item: HTMLElement, contentId: string, { onChanged }: IslandContext, ended: AbortSignal): void {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.className = 'ox-task-box ox-visually-hidden'
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
    show(item, box, !before)
    item.ariaBusy = 'true'
    try {
      await save(contentId, item.dataset['inlineTaskId'] ?? '', !before)
      onChanged()
    } catch (error) {
      show(item, box, before)
      if (error !== GIVEN_UP) {
        showToast({ kind: 'error', title: t('Oops! Your task change couldn\'t be saved. There could be a few reasons for this.'), body: messageOf(error) })
      }
    } finally {
      item.ariaBusy = null
    }
  }
  box.addEventListener('change', () => void toggle(), { signal: ended })
  item.addEventListener('click', event => {
    if (event.target === item && isOnBox(item, event)) void toggle()
  }, { signal: ended })
  ended.addEventListener('abort', () => {
    box.remove()
    item.classList.remove('ox-task-live')
  })
}

function isChecked(item: HTMLElement): boolean {
  return item.classList.contains('checked')
}

function show(item: HTMLElement, box: HTMLInputElement, checked: boolean): void {
  item.classList.toggle('checked', checked)
  item.dataset['inlineTaskStatus'] = checked ? 'CHECKED' : 'UNCHECKED'
  box.checked = checked
}

function isOnBox(item: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top } = item.getBoundingClientRect()
  const across = getComputedStyle(item).direction === 'rtl' ? right - clientX : clientX - left
  const down = clientY - top
  return [across, down].every(distance => distance >= BOX_FROM_PX && distance <= BOX_TO_PX)
}

/** Thrown where nobody waits for the answer any more: it took too long, or the page is being left. */
const GIVEN_UP = Symbol('given up')

/** @throws ApiError, or {@link GIVEN_UP} */
async function save(contentId: string, taskId: string, checked: boolean): Promise<void> {
  const waiting = new AbortController()
  const giveUp = () => waiting.abort()
  const timer = window.setTimeout(giveUp, TIMEOUT_MS)
  // A browser that leaves may end the call before it hides the page.
  window.addEventListener('beforeunload', giveUp)
  window.addEventListener('pagehide', giveUp)
  try {
    await call(setTask, {
      params: { contentId, taskId }, body: { status: checked ? 'CHECKED' : 'UNCHECKED', trigger: 'VIEW_PAGE' },
    }, { signal: waiting.signal })
  } catch (error) {
    throw waiting.signal.aborted ? GIVEN_UP : error
  } finally {
    window.clearTimeout(timer)
    window.removeEventListener('beforeunload', giveUp)
    window.removeEventListener('pagehide', giveUp)
  }
}

/** Says on the date of a task that is still to be done whether it is late, or soon will be. */
function tellDue(item: HTMLElement): void {
  const due = item.dataset['inlineTaskDueDate']
  const words = due !== undefined && !isChecked(item) ? dueWords(due, new Date()) : undefined
  const date = item.querySelector('time')
  if (words && date) date.title = t(words)
}

/** Shows the task that the address names: `?focusedTaskId=7`. */
function showFocused(item: HTMLElement): void {
  if (new URLSearchParams(location.search).get('focusedTaskId') !== item.dataset['inlineTaskId']) return
  for (let closed = item.closest('details:not([open])'); closed; closed = item.closest('details:not([open])')) closed.setAttribute('open', '')
  item.classList.add('focused-task')
  item.scrollIntoView({ block: 'center' })
}
