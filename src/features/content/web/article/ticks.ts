const TASK = 'li[data-inline-task-id]'
/** Class of a task's checkbox. */
export const TASK_BOX = 'ox-task-box'

export function isChecked(item: HTMLElement): boolean {
  return item.classList.contains('checked')
}

/** Shows a task of an article as done or open, its checkbox too where there is one. */
export function showTask(item: HTMLElement, checked: boolean): void {
  item.classList.toggle('checked', checked)
  item.dataset['inlineTaskStatus'] = checked ? 'CHECKED' : 'UNCHECKED'
  const box = item.querySelector<HTMLInputElement>(`:scope > .${TASK_BOX}`)
  if (box) box.checked = checked
}

/** Whether two texts differ in nothing but which of their tasks are done. */
export function differsInTicksOnly(shown: string, latest: string): boolean {
  return withoutTicks(shown) === withoutTicks(latest)
}

function withoutTicks(html: string): string {
  const { content } = parsed(html)
  for (const task of content.querySelectorAll<HTMLElement>(TASK)) {
    task.removeAttribute('class')
    delete task.dataset['inlineTaskStatus']
  }
  const holder = document.createElement('div')
  holder.append(content)
  return holder.innerHTML
}

function parsed(html: string): HTMLTemplateElement {
  const template = document.createElement('template')
  template.innerHTML = html
  return template
}

/** Ticks the tasks of the shown article as the latest text has them; the elements stay, with selection and focus. */
export function applyTicks(article: HTMLElement, latest: string): void {
  const states = [...parsed(latest).content.querySelectorAll<HTMLElement>(TASK)]
  for (const [index, task] of article.querySelectorAll<HTMLElement>(TASK).entries()) {
    const state = states[index]
    if (state) showTask(task, isChecked(state))
  }
}
