import { isChecked } from '#features/content/web/index.ts'

/** The number of tasks shown in `root` that are no longer of a report's status, since the reader changed them there. */
export function leftOf(root: ParentNode, status: 'incomplete' | 'complete'): number {
  const shown = [...root.querySelectorAll<HTMLElement>('ul.inline-task-list > li[data-inline-task-id]')]
  return shown.filter(item => isChecked(item) !== (status === 'complete')).length
}
