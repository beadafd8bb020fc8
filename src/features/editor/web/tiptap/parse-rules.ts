import type { ParseRule, TagParseRule } from '@tiptap/pm/model'
import { imageSource, safeImage, safeLink } from '#language/editor/index.ts'

/** How HTML that comes from elsewhere (a paste, a drop) is read. Styles and classes of other programs are left behind. */
export function parseRules(name: string): readonly TagParseRule[] {
  return (rules[name] ?? []) as readonly TagParseRule[]
}

const tags = (...names: string[]): ParseRule[] => names.map(tag => ({ tag }))
const attribute = (element: HTMLElement, name: string): string => element.getAttribute(name) ?? ''

function span(element: HTMLElement, name: string): number {
  const value = Number(attribute(element, name))
  return Number.isInteger(value) && value > 1 && value <= 100 ? value : 1
}

const cell = (element: HTMLElement) => ({ colspan: span(element, 'colspan'), rowspan: span(element, 'rowspan') })

/** The language that a block of code is marked with, e.g. by Markdown programs. */
function codeHead(element: HTMLElement): string {
  const named = element.querySelector('code') ?? element
  const language = /(?:language|lang|brush:)-?\s*([\w+#-]{1,30})/.exec(named.className)?.[1]
  return language ? `<ac:parameter ac:name="language">${language}</ac:parameter>` : ''
}

const rules: Readonly<Record<string, readonly ParseRule[]>> = {
  paragraph: tags('p'),
  heading: [1, 2, 3, 4, 5, 6].map(level => ({ tag: `h${level}`, attrs: { level } })),
  bulletList: tags('ul'),
  orderedList: [{ tag: 'ol', getAttrs: (element: HTMLElement) => {
    const start = attribute(element, 'start')
    return /^[1-9]\d{0,5}$/.test(start) && start !== '1' ? { attributes: { start } } : {}
  } }],
  listItem: tags('li'),
  taskList: [{ tag: 'ul.contains-task-list', priority: 60 }, { tag: 'ul[data-type="taskList"]', priority: 60 }],
  taskItem: [{
    tag: 'li', context: 'taskList/', priority: 60,
    getAttrs: (element: HTMLElement) => {
      const isDone = element.querySelector('input[type="checkbox"][checked]') !== null || attribute(element, 'data-checked') === 'true'
      return { status: isDone ? 'complete' : 'incomplete' }
    },
  }],
  table: tags('table'),
  tableRow: tags('tr'),
  tableCell: [{ tag: 'td', getAttrs: cell }],
  tableHeader: [{ tag: 'th', getAttrs: cell }],
  blockquote: tags('blockquote'),
  codeBlock: [{
    tag: 'pre', preserveWhitespace: 'full',
    getAttrs: (element: HTMLElement) => ({ attributes: { 'ac:name': 'code' }, head: codeHead(element) }),
  }],
  horizontalRule: tags('hr'),
  hardBreak: tags('br'),
  image: [{
    tag: 'img[src]',
    getAttrs: (element: HTMLElement) => {
      const url = safeImage(attribute(element, 'src'))
      // Data inside the address would make the page heavy; pasted pictures come as files.
      if (!url || !/^https?:/i.test(url)) return false
      const alt = attribute(element, 'alt')
      return { source: imageSource({ kind: 'url', url }, alt ? { 'ac:alt': alt } : {}) }
    },
  }],
  link: [{
    tag: 'a[href]',
    getAttrs: (element: HTMLElement) => {
      const href = safeLink(attribute(element, 'href'))
      return href ? { attributes: { href } } : false
    },
  }],
  bold: [
    { tag: 'strong' },
    // Google Docs wraps everything in a `b` that is not bold.
    { tag: 'b', getAttrs: (element: HTMLElement) => element.style.fontWeight !== 'normal' && null },
    { style: 'font-weight', getAttrs: (value: string) => /^(?:bold(?:er)?|[6-9]00)$/.test(value) && null },
  ],
  italic: [...tags('em', 'i'), { style: 'font-style=italic' }],
  underline: [...tags('u'), { style: 'text-decoration=underline' }],
  strike: [...tags('s', 'del', 'strike'), { style: 'text-decoration=line-through' }],
  subscript: tags('sub'),
  superscript: tags('sup'),
  code: tags('code', 'tt'),
}
