import { t } from '#platform/web/i18n.ts'
import type { Condition } from './column-filter.ts'

/** Control of a filter. */
export interface Field {
  readonly label: string
  /** The input that the label is of; absent for a group, which has a name. */
  readonly input?: HTMLInputElement
  readonly control: HTMLElement
  condition(): Condition
  clear(): void
}

/** Names that are shown on a closed choice. */
const MOST_NAMES = 2
const MOST_LENGTH = 200

let ids = 0

export function textField(label: string, value = ''): Field {
  const input = inputOf('search', value)
  return {
    label,
    input,
    control: input,
    condition: () => ({ words: input.value.trim() }),
    clear: () => (input.value = ''),
  }
}

/** A range from one value to another, both inclusive. */
export function rangeField(label: string, type: 'number' | 'date'): Field {
  const control = group(label, 'ox-table-filter-range')
  const [from, to] = [inputOf(type, ''), inputOf(type, '')]
  from.ariaLabel = t('From')
  to.ariaLabel = t('To')
  control.append(from, '–', to)
  if (type === 'number') for (const input of [from, to]) input.step = 'any'
  return {
    label,
    control,
    condition: () => ({ from: from.value, to: to.value }),
    clear() {
      from.value = ''
      to.value = ''
    },
  }
}

/** A list of values to tick, which opens below its button. Escape and a press elsewhere close it. */
export function choiceField(
  label: string,
  choices: readonly string[],
  chosen: readonly string[],
  signal: AbortSignal,
): Field {
  const control = element('details', 'ox-table-filter-choice')
  const summary = element('summary', '')
  const list = group(label, 'ox-table-filter-list')
  const boxes = choices.map(choice => {
    const box = inputOf('checkbox', choice)
    box.checked = chosen.some(name => name.toLocaleLowerCase() === choice.toLocaleLowerCase())
    const row = element('label', '')
    row.append(box, choice === '' ? t('Empty') : choice)
    list.append(row)
    return box
  })
  control.append(summary, list)
  const ticked = () => boxes.filter(box => box.checked).map(({ value }) => value)
  const show = () => {
    const names = ticked().map(value => value || t('Empty'))
    const text =
      names.length === 0
        ? t('All')
        : names.length > MOST_NAMES
          ? t('{{count}} values', { count: names.length })
          : names.join(', ')
    summary.textContent = text
    summary.ariaLabel = `${label}: ${text}`
  }
  show()
  control.addEventListener('input', show, { signal })
  control.addEventListener('keydown', event => closeByKey(event, control, summary), { signal })
  control.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !control.contains(relatedTarget)) control.open = false
    },
    { signal },
  )
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !control.contains(target)) control.open = false
    },
    { signal },
  )
  return {
    label,
    control,
    condition: () => ({ chosen: new Set(ticked()) }),
    clear() {
      for (const box of boxes) box.checked = false
      show()
    },
  }
}

function closeByKey(event: KeyboardEvent, control: HTMLDetailsElement, summary: HTMLElement): void {
  if (event.key !== 'Escape' || !control.open) return
  event.stopPropagation()
  control.open = false
  summary.focus()
}

/** The field with its name above it. */
export function fieldOf({ label, input, control }: Field, hidesLabel: boolean): HTMLElement {
  const field = element('div', 'ox-table-filter-field')
  const name = element(input ? 'label' : 'span', hidesLabel ? 'ox-visually-hidden' : 'ox-table-filter-name')
  name.textContent = label
  if (input && name instanceof HTMLLabelElement) {
    input.id = `ox-table-filter-${++ids}`
    name.htmlFor = input.id
    // The name of a group is on the group itself.
  } else name.ariaHidden = 'true'
  field.append(name, control)
  return field
}

function group(label: string, className: string): HTMLElement {
  const made = element('div', className)
  made.role = 'group'
  made.ariaLabel = label
  return made
}

function inputOf(type: string, value: string): HTMLInputElement {
  const input = element('input', '')
  input.type = type
  input.value = value
  if (type === 'search') input.maxLength = MOST_LENGTH
  return input
}

export function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  return made
}
