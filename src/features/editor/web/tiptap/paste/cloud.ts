/** HTML of Confluence Cloud: panels, expands, status, mentions, tasks, columns and macros. */
import { dateSource, macroSource, setMacroParameter, statusSource, type StatusColour } from '#language/editor/index.ts'
import { codeHead } from './code-head.ts'
import { create, elementOf, inside, retag, toTaskList } from './dom.ts'
import type { Losses } from './losses.ts'

/** Turns the elements of Confluence Cloud into those that the editor reads. */
export function readCloud(dom: Element, losses: Losses): void {
  for (const panel of inside(dom, '[data-panel-type]')) panel.replaceWith(panelOf(panel))
  for (const expand of inside(dom, '[data-node-type="expand"], [data-node-type="nestedExpand"]'))
    expand.replaceWith(box(expand, 'expand', codeHead('', expand.dataset['title'] ?? '')))
  for (const status of inside(dom, '[data-node-type="status"]')) {
    const colour = STATUS[status.dataset['color'] ?? ''] ?? 'Grey'
    status.replaceWith(elementOf(dom, 'status', { source: statusSource(words(status), colour) }))
  }
  for (const date of inside(dom, '[data-node-type="date"][data-timestamp]')) {
    const time = Number(date.dataset['timestamp'])
    if (time > 0 && time < MOST_TIME)
      date.replaceWith(elementOf(dom, 'date', { source: dateSource(new Date(time).toISOString().slice(0, 10)) }))
  }
  for (const mention of inside(dom, '[data-mention-id]')) {
    mention.replaceWith(words(mention))
    losses.mentions++
  }
  for (const emoji of inside(dom, '[data-emoji-text]')) emoji.replaceWith(emoji.dataset['emojiText'] ?? '')
  readCards(dom)
  readMacros(dom)
  readTasks(dom)
  for (const list of inside(dom, 'ol[data-node-type="decisionList"]')) retag(list, 'ul')
  for (const section of inside(dom, '[data-layout-section]')) readSection(section)
  for (const media of inside(dom, '[data-node-type="media"], [data-node-type="mediaInline"]')) {
    if (media.matches('img') || media.querySelector('img')) continue
    media.remove()
    losses.pictures++
  }
}

const words = (element: Element): string => (element.textContent ?? '').trim().slice(0, MOST_WORDS)
const MOST_WORDS = 300
/** The year 9999, in milliseconds. */
const MOST_TIME = 253_402_300_799_000

const STATUS: Readonly<Record<string, StatusColour>> = {
  neutral: 'Grey',
  purple: 'Purple',
  blue: 'Blue',
  red: 'Red',
  yellow: 'Yellow',
  green: 'Green',
}

/** Macros of the boxes, which have other names in Cloud's editor. */
const PANELS: Readonly<Record<string, string>> = {
  info: 'info',
  warning: 'note',
  error: 'warning',
  success: 'tip',
  tip: 'tip',
}
/** Ground of Cloud's panel for notes, for which there is no box. */
const NOTE_GROUND = '#eae6ff'

function panelOf(panel: HTMLElement): HTMLElement {
  const { panelType = '', panelColor = NOTE_GROUND } = panel.dataset
  const name = Object.hasOwn(PANELS, panelType) ? PANELS[panelType] : undefined
  // The other child is the icon.
  const content = panel.querySelector('.ak-editor-panel__content') ?? panel.lastElementChild ?? panel
  const isDiv = content.matches('div')
  if (name !== undefined) return box(isDiv ? content : panel, name, '')
  const ground = /^#[0-9a-f]{6}$/i.test(panelColor) ? panelColor : NOTE_GROUND
  return box(isDiv ? content : panel, 'panel', setMacroParameter('', 'bgColor', ground))
}

/** A box with the content of an element. */
function box(element: Element, name: string, head: string): HTMLElement {
  return elementOf(element, 'macro', { attributes: { 'ac:name': name }, head }, element.childNodes)
}

/** Links that show a card have no text. */
function readCards(dom: Element): void {
  for (const card of inside(dom, '[data-inline-card], [data-block-card]')) {
    const href = card.getAttribute('href') ?? fieldOf(card.dataset['cardData'], 'url')
    if (typeof href !== 'string') continue
    const link = create(dom, 'a')
    link.setAttribute('href', href)
    link.textContent = words(card) || href
    card.replaceWith(link)
  }
}

/** Macro of Cloud's editor: its name is the key, and its parameters are in JSON. */
function readMacros(dom: Element): void {
  const kinds = ['extension', 'inline-extension', 'inlineExtension', 'bodied-extension', 'bodiedExtension']
  for (const element of inside(dom, kinds.map(kind => `[data-node-type="${kind}"]`).join())) {
    const { extensionKey = '', nodeType = '', parameters } = element.dataset
    if (!/^[\w-]{1,60}$/.test(extensionKey)) continue
    const values = valuesOf(parameters)
    const source = macroSource(extensionKey, values)
    if (nodeType.startsWith('bodied')) {
      let head = ''
      for (const [name, value] of Object.entries(values)) head = setMacroParameter(head, name, value)
      element.replaceWith(box(element, extensionKey, head))
    } else
      element.replaceWith(elementOf(dom, nodeType.startsWith('inline') ? 'opaqueInline' : 'opaqueBlock', { source }))
  }
}

function valuesOf(json: string | undefined): Record<string, string> {
  const macroParams = fieldOf(json, 'macroParams')
  if (typeof macroParams !== 'object' || macroParams === null) return {}
  return Object.fromEntries(
    Object.entries(macroParams as Record<string, unknown>).flatMap(([name, entry]) => {
      const value: unknown = typeof entry === 'object' && entry !== null && 'value' in entry ? entry.value : undefined
      return typeof value === 'string' && /^\w{0,60}$/.test(name) ? [[name, value]] : []
    }),
  )
}

function fieldOf(json: string | undefined, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  } catch {
    // Written by another program.
    return undefined
  }
}

function readTasks(dom: Element): void {
  for (const list of inside(dom, '[data-node-type="actionList"]')) {
    const items = [...list.querySelectorAll<HTMLElement>(':scope > [data-task-state]')]
    if (items.length > 0)
      toTaskList(
        list,
        items.map(item => [item, item.dataset['taskState'] === 'DONE']),
      )
  }
}

/** Largest share of the width that a sidebar has, in percent. */
const SIDEBAR = 35

function readSection(section: HTMLElement): void {
  const columns = [...section.querySelectorAll<HTMLElement>(':scope > [data-layout-column]')]
  const type = sectionType(columns.map(column => Number(column.dataset['columnWidth'] ?? 0)))
  if (type === undefined) return
  const cells = columns.map(column => {
    const content = column.querySelector(':scope > [data-layout-content]') ?? column
    return elementOf(section, 'layoutCell', {}, content.childNodes)
  })
  const row = elementOf(section, 'layoutSection', { attributes: { 'ac:type': type } }, cells)
  section.replaceWith(elementOf(section, 'layout', {}, [row]))
}

function sectionType(widths: readonly number[]): string | undefined {
  const [isLeft, isRight] = [widths[0], widths.at(-1)].map(width => (width ?? 0) > 0 && (width ?? 0) <= SIDEBAR)
  if (widths.length === 1) return 'single'
  if (widths.length === 2) return isLeft ? 'two_left_sidebar' : isRight ? 'two_right_sidebar' : 'two_equal'
  if (widths.length === 3)
    return isLeft && isRight && Number(widths[1]) > SIDEBAR + 5 ? 'three_with_sidebars' : 'three_equal'
  return undefined
}
