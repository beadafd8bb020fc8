import type { Html } from '../html/html.ts'
import { classes } from '../html/classes.ts'
import { empty, fragment, h } from '../html/html.ts'
import type { ElementNode } from '../model.ts'
import { child, childElements, element as elementOf, text } from '../model.ts'
import { referenceOf } from '../references.ts'
import { taskOf } from '../tasks.ts'
import { adfExtension } from '../views.ts'
import { addedEmoji, emoticonText } from './emoticons.ts'
import { renderStorageImage } from './images.ts'
import { renderLink, renderStorageLink } from './links.ts'
import type { Renderer } from './renderer.ts'

type ElementRenderer = (renderer: Renderer, element: ElementNode) => Html

const renderers: Readonly<Record<string, ElementRenderer>> = {
  'ac:link': renderStorageLink,
  'ac:image': renderStorageImage,
  'ac:emoticon': renderEmoticon,
  'ac:task-list': renderTaskList,
  'ac:layout': (renderer, element) => h('div', { class: 'contentLayout2' }, renderer.nodes(element.children)),
  'ac:layout-section': renderSection,
  'ac:layout-cell': (renderer, element) => renderLayoutCell(renderer, element, false),
  'ac:inline-comment-marker': (renderer, element) =>
    h(
      'span',
      { class: 'inline-comment-marker', 'data-ref': element.attributes['ac:ref'] },
      renderer.nodes(element.children),
    ),
  'ac:placeholder': renderPlaceholder,
  'ac:adf-extension': renderAdfExtension,
  'at:var': (_, element) => h('span', { class: 'template-variable' }, element.attributes['at:name'] ?? ''),
  'ri:user': renderResource,
  'ri:page': renderResource,
  'ri:attachment': renderResource,
}

/** Elements that are properties of their parent, not content. */
const machinery: ReadonlySet<string> = new Set([
  'ac:parameter',
  'ac:default-parameter',
  'ac:adf-attribute',
  'ac:task-id',
  'ac:task-uuid',
  'ac:task-status',
  'at:declarations',
])

/** HTML of an element of a Confluence namespace; of an unknown one, its content. */
export function renderConfluenceElement(renderer: Renderer, element: ElementNode): Html {
  if (machinery.has(element.name)) return empty
  const known = Object.hasOwn(renderers, element.name) ? renderers[element.name] : undefined
  return known ? known(renderer, element) : renderer.nodes(element.children)
}

/** Side of the picture of an emoji, in px. */
const ADDED_EMOJI_SIZE = 22

function renderEmoticon(renderer: Renderer, element: ElementNode): Html {
  const a = element.attributes
  const name = a['ac:name'] ?? ''
  const shortname = a['ac:emoji-shortname'] ?? `(${name})`
  const known = /^[a-z0-9-]{1,40}$/.test(name)
  const attributes = { class: classes('emoticon', known && `emoticon-${name}`), role: 'img', 'aria-label': shortname }
  const mark = { 'data-emoji-short-name': a['ac:emoji-shortname'] }
  const characters = h('span', { ...attributes, ...mark }, emoticonText(a))
  const added = addedEmoji(a)
  if (added === undefined || !renderer.host.emojiPicture) return characters
  // It may be added, changed and removed at any time.
  renderer.depends.volatile()
  // For mail and word processors, which have no styles of the wiki.
  const size = { width: ADDED_EMOJI_SIZE, height: ADDED_EMOJI_SIZE }
  const picture = renderer.host.emojiPicture(added).then(url =>
    url === undefined
      ? characters
      : h('img', {
          class: attributes.class,
          ...mark,
          src: renderer.url(url),
          alt: shortname,
          title: shortname,
          ...size,
        }),
  )
  return fragment([picture])
}

function renderTaskList(renderer: Renderer, element: ElementNode): Html {
  const items = childElements(element).map(item => {
    if (item.name !== 'ac:task') return renderer.nodes([item])
    const task = taskOf(item)
    const found = task.assignee && renderer.resolved(task.assignee)
    const assignee = found?.kind === 'user' && found.url !== undefined ? found.username : undefined
    const attributes = {
      dir: renderer.directionOf(item),
      class: task.status === 'complete' ? 'checked' : undefined,
      'data-inline-task-id': task.id,
      'data-inline-task-status': task.status === 'complete' ? 'CHECKED' : 'UNCHECKED',
      'data-inline-task-due-date': task.due,
      'data-inline-task-assignee': assignee,
    }
    return h('li', attributes, renderer.nodes(child(item, 'ac:task-body')?.children ?? []))
  })
  return h(
    'ul',
    {
      class: 'inline-task-list',
      dir: renderer.directionOf(element),
      'data-inline-tasks-content-id': renderer.page.holderId ?? renderer.page.id,
    },
    ...items,
  )
}

const sectionTypes: ReadonlySet<string> = new Set(
  `single two_equal two_left_sidebar two_right_sidebar three_equal three_with_sidebars fixed-width four_equal
  five_equal`.split(/\s+/),
)

/** Indices of a section's narrow cells, by its type. */
const asides: Readonly<Record<string, readonly number[]>> = {
  two_left_sidebar: [0],
  two_right_sidebar: [1],
  three_with_sidebars: [0, 2],
}

function renderSection(renderer: Renderer, element: ElementNode): Html {
  const written = element.attributes['ac:type'] ?? ''
  const type = sectionTypes.has(written) ? written : 'single'
  const name = type.replaceAll('_', '-')
  let index = 0
  const cells = childElements(element).map(cell =>
    cell.name === 'ac:layout-cell'
      ? renderLayoutCell(renderer, cell, (asides[type] ?? []).includes(index++))
      : renderer.nodes([cell]),
  )
  const attributes = { class: `columnLayout ${name}`, dir: renderer.directionOf(element), 'data-layout': name }
  return h('div', attributes, ...cells)
}

function renderLayoutCell(renderer: Renderer, element: ElementNode, aside: boolean): Html {
  const type = aside ? 'aside' : 'normal'
  const inner = h('div', { class: 'innerCell' }, renderer.nodes(element.children))
  return h('div', { class: `cell ${type}`, 'data-type': type }, inner)
}

/** A hint to the author: shown in the editor, hidden from readers. */
function renderPlaceholder(renderer: Renderer, element: ElementNode): Html {
  const attributes = { class: 'text-placeholder', hidden: renderer.mode !== 'preview' }
  return h('span', attributes, renderer.nodes(element.children))
}

/** A macro that shows a panel of newer Confluence. */
interface PanelMacro {
  readonly macro: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** The macros by the kind of the panel. */
const panels: ReadonlyMap<string, PanelMacro> = new Map([
  ['info', { macro: 'info' }],
  ['tip', { macro: 'tip' }],
  ['success', { macro: 'tip' }],
  ['warning', { macro: 'note' }],
  ['error', { macro: 'warning' }],
  ['note', { macro: 'panel', parameters: { bgColor: '#eae6ff', borderColor: '#998dd9' } }],
])

/** Parts that newer Confluence stores in the form of its new editor: panels as the macros that look alike. */
function renderAdfExtension(renderer: Renderer, element: ElementNode): Html {
  const { panelType, attributes, shown } = adfExtension(element)
  if (panelType === undefined) return renderer.nodes(shown)
  const { macro, parameters = {} } = panels.get(panelType) ?? customPanel(attributes)
  return renderer.nodes([
    elementOf('ac:structured-macro', { 'ac:name': macro }, [
      ...Object.entries(parameters).map(([name, value]) =>
        elementOf('ac:parameter', { 'ac:name': name }, [text(value)]),
      ),
      elementOf('ac:rich-text-body', {}, shown),
    ]),
  ])
}

function customPanel({
  'panel-color': bgColor,
  'panel-icon-text': panelIconText,
}: Readonly<Record<string, string>>): PanelMacro {
  const parameters = {
    ...(bgColor !== undefined && { bgColor }),
    ...(panelIconText !== undefined && { panelIconText }),
  }
  return { macro: 'panel', parameters }
}

/** A standalone resource identifier, as some clients write mentions. */
function renderResource(renderer: Renderer, element: ElementNode): Html {
  const reference = referenceOf(element)
  return reference ? renderLink(renderer, reference, {}) : fragment([])
}
