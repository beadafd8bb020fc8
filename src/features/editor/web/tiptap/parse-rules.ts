import type { ParseRule, TagParseRule } from '@tiptap/pm/model'
import {
  attachmentLinkHead,
  imageSource,
  safeImage,
  safeLink,
  statusSource,
  type StatusColour,
} from '#language/editor/index.ts'
import { wikiFile, wikiPage } from './paste/address.ts'
import { codeHead } from './paste/code-head.ts'
import { alignmentOf, cellBag, cellWidths, spanOf } from './paste/tables.ts'

/** Parse rules for foreign HTML (paste, drop). Foreign styles and classes are dropped. */
export function parseRules(name: string): readonly TagParseRule[] {
  return (rules[name] ?? []) as readonly TagParseRule[]
}

const tags = (...names: string[]): ParseRule[] => names.map(tag => ({ tag }))
const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? ''

function cell(element: HTMLElement) {
  const colspan = spanOf(element, 'colspan')
  return {
    colspan,
    rowspan: spanOf(element, 'rowspan'),
    colwidth: cellWidths(element, colspan),
    attributes: cellBag(element),
  }
}

/** Alignment of a paragraph or heading. */
function aligned(element: HTMLElement) {
  const side = alignmentOf(element)
  return side === undefined ? {} : { attributes: { style: `text-align: ${side};` } }
}

/** Language and title of a code block from Markdown tools or wiki pages. */
function headOfCode(element: HTMLElement): string {
  const named = element.querySelector('code') ?? element
  const words = `${named.className} ${attribute(element, 'data-syntaxhighlighter-params')}`
  const language =
    attribute(element, 'data-language') ||
    attribute(element.closest('[data-code-lang]') ?? element, 'data-code-lang') ||
    (/(?:language|lang|brush:)-?\s*([\w+#-]{1,30})/.exec(words)?.[1] ?? '')
  return codeHead(
    language === 'text' ? '' : language,
    element.closest('.code.panel')?.querySelector('.codeHeader')?.textContent ?? '',
  )
}

/** Message boxes of rendered pages, by class suffix. */
const BOXES: Readonly<Record<string, string>> = { information: 'info', note: 'note', tip: 'tip', warning: 'warning' }

function box(element: HTMLElement) {
  const kind = /\bconfluence-information-macro-(information|note|tip|warning)\b/.exec(element.className)?.[1]
  const title = element.querySelector(':scope > .title')?.textContent ?? ''
  return kind === undefined || !element.querySelector('.confluence-information-macro-body')
    ? false
    : { attributes: { 'ac:name': BOXES[kind] }, head: codeHead('', title) }
}

/** Lozenge colours, by class suffix. */
const LOZENGES: Readonly<Record<string, StatusColour>> = {
  success: 'Green',
  error: 'Red',
  current: 'Yellow',
  complete: 'Blue',
  progress: 'Blue',
  moved: 'Yellow',
  new: 'Purple',
}

function status(element: HTMLElement) {
  const kind = /\baui-lozenge-(success|error|current|complete|progress|moved|new)\b/.exec(element.className)?.[1] ?? ''
  return { source: statusSource((element.textContent ?? '').trim().slice(0, 300), LOZENGES[kind] ?? 'Grey') }
}

/** Picture of the wiki or the web; false for others. */
function image(element: HTMLElement) {
  const src = attribute(element, 'src')
  const alt = attribute(element, 'alt')
  const file = wikiFile(attribute(element, 'data-image-src') || src, location.origin)
  // A picture without a description is rendered with its file name.
  if (file)
    return {
      source: imageSource({ kind: 'attachment', ...file }, alt && alt !== file.filename ? { 'ac:alt': alt } : {}),
    }
  const url = safeImage(src)
  // Data URLs would bloat the page; pasted pictures arrive as files.
  if (!url || !/^https?:/i.test(url)) return false
  return { source: imageSource({ kind: 'url', url }, alt ? { 'ac:alt': alt } : {}) }
}

/** Embedded file that is no picture; false for others. */
function embeddedFile(element: HTMLElement) {
  const file = wikiFile(attribute(element, 'href'), location.origin)
  return file ? { source: imageSource({ kind: 'attachment', ...file }) } : false
}

/** Link to a file of the wiki; false for others. */
function fileLink(element: HTMLElement) {
  const file = wikiFile(attribute(element, 'href'), location.origin)
  if (!file) return false
  const { filename, pageId } = file
  const body = element.textContent === filename ? 'none' : 'plain'
  return { head: attachmentLinkHead(filename, pageId), body, shown: filename }
}

const rules: Readonly<Record<string, readonly ParseRule[]>> = {
  paragraph: [{ tag: 'p', getAttrs: aligned }],
  heading: [1, 2, 3, 4, 5, 6].map(level => ({
    tag: `h${level}`,
    getAttrs: (element: HTMLElement) => ({ level, ...aligned(element) }),
  })),
  bulletList: tags('ul'),
  orderedList: [
    {
      tag: 'ol',
      getAttrs: (element: HTMLElement) => {
        const start = attribute(element, 'start')
        return /^[1-9]\d{0,5}$/.test(start) && start !== '1' ? { attributes: { start } } : {}
      },
    },
  ],
  listItem: tags('li'),
  taskList: ['ul.contains-task-list', 'ul[data-type="taskList"]', 'ul.inline-task-list'].map(tag => ({
    tag,
    priority: 60,
  })),
  taskItem: [
    {
      tag: 'li',
      context: 'taskList/',
      priority: 60,
      getAttrs: (element: HTMLElement) => {
        const isDone =
          element.querySelector('input[type="checkbox"][checked]') !== null ||
          attribute(element, 'data-checked') === 'true' ||
          (element.hasAttribute('data-inline-task-id') && element.classList.contains('checked'))
        return { status: isDone ? 'complete' : 'incomplete' }
      },
    },
  ],
  table: tags('table'),
  tableRow: tags('tr'),
  tableCell: [{ tag: 'td', getAttrs: cell }],
  tableHeader: [
    { tag: 'th', getAttrs: cell },
    { tag: 'thead td', priority: 60, getAttrs: cell },
  ],
  blockquote: tags('blockquote'),
  // Code block titles become a parameter.
  codeBlock: [
    { tag: '.code.panel > .codeHeader', ignore: true, priority: 60 },
    {
      tag: 'pre',
      preserveWhitespace: 'full',
      getAttrs: (element: HTMLElement) => ({ attributes: { 'ac:name': 'code' }, head: headOfCode(element) }),
    },
  ],
  macro: [
    {
      tag: 'div.confluence-information-macro',
      priority: 60,
      contentElement: '.confluence-information-macro-body',
      getAttrs: box,
    },
  ],
  horizontalRule: tags('hr'),
  hardBreak: tags('br'),
  image: [
    { tag: 'a.confluence-embedded-file[href]', priority: 61, getAttrs: embeddedFile },
    { tag: 'img[src]', getAttrs: image },
  ],
  status: [{ tag: 'span.status-macro', priority: 60, getAttrs: status }],
  wikiLink: [
    {
      tag: 'a[href*="/display/"]',
      priority: 60,
      getAttrs: (element: HTMLElement) => {
        const found = wikiPage(element.getAttribute('href') ?? '', location.origin)
        return found ? { ...found.mark.attrs, body: element.textContent === found.shown ? 'none' : 'plain' } : false
      },
    },
    { tag: 'a[href*="/download/"]', priority: 60, getAttrs: fileLink },
  ],
  link: [
    {
      tag: 'a[href]',
      getAttrs: (element: HTMLElement) => {
        const href = safeLink(attribute(element, 'href'))
        return href ? { attributes: { href } } : false
      },
    },
  ],
  bold: [
    { tag: 'strong' },
    // Google Docs wraps content in a non-bold `b`.
    { tag: 'b', getAttrs: (element: HTMLElement) => element.style.fontWeight !== 'normal' && null },
    { style: 'font-weight', getAttrs: (value: string) => /^(?:bold(?:er)?|[6-9]00)$/.test(value) && null },
  ],
  italic: [...tags('em', 'i'), { style: 'font-style=italic' }],
  underline: [...tags('u'), { style: 'text-decoration=underline' }],
  strike: [...tags('s', 'del', 'strike'), { style: 'text-decoration=line-through' }],
  subscript: tags('sub'),
  superscript: tags('sup'),
  code: tags('code', 'tt'),
  element: [{ tag: 'kbd', attrs: { tag: 'kbd' } }],
}
