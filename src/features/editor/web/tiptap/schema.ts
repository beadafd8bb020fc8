/** ProseMirror schema, derived from the language's description; only DOM output is defined here. */
import { Extension, Mark, mergeAttributes, Node, type Extensions, type MarkConfig, type NodeConfig } from '@tiptap/core'
import type { DOMOutputSpec, Mark as ProseMark, Node as ProseNode, TagParseRule } from '@tiptap/pm/model'
import {
  editorMarks,
  editorNodes,
  isLight,
  markTags,
  safeLink,
  safeStyle,
  type EditorMarkName,
  type EditorNodeName,
  type MarkDefinition,
  type NodeDefinition,
} from '#language/editor/index.ts'
import { bagOf } from './attribute-bag.ts'
import { carriedBy, validValue } from './carried.ts'
import { CARRIED, TYPE } from './dom-names.ts'
import { BODY, macroDom } from './macro-dom.ts'
import { parseRules } from './parse-rules.ts'

/**
 * All schema nodes and marks as TipTap extensions, without node views and behaviour.
 * @param titles of macros, by their names, which boxes show
 */
export function schemaExtensions(titles: ReadonlyMap<string, string> = new Map()): Extensions {
  const nodes = Object.entries(editorNodes).map(([name, definition]) =>
    nodeOf(name as EditorNodeName, definition, titles),
  )
  const marks = Object.entries(editorMarks).map(([name, definition]) => markOf(name as EditorMarkName, definition))
  return [tableRoles, ...nodes, ...marks]
}

/** Roles for `prosemirror-tables`. */
const tableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: ({ name }) => {
    const definition: NodeDefinition | undefined = editorNodes[name as EditorNodeName]
    return definition?.tableRole ? { tableRole: definition.tableRole } : {}
  },
})

function nodeOf(name: EditorNodeName, definition: NodeDefinition, titles: ReadonlyMap<string, string>): Node {
  const { content, group, inline, atom, code, defining, isolating, marks } = definition
  const config: NodeConfig = {
    name,
    // Before the plain HTML rules, in schema order.
    priority: 100 + Object.keys(editorNodes).length - Object.keys(editorNodes).indexOf(name),
    addAttributes: () => attributesOf(definition.attrs, definition.keepOnSplit ?? []),
    parseHTML: () => (name === 'doc' || name === 'text' ? [] : [ownRule(name), ...parseRules(name)]),
    ...(name === 'text' ? {} : { renderHTML: ({ node }) => nodeDom(name, node, titles) }),
    ...(content ? { content } : {}),
    ...(group ? { group } : {}),
    ...(inline ? { inline } : {}),
    ...(atom ? { atom } : {}),
    ...(code ? { code, whitespace: 'pre' } : {}),
    ...(defining ? { defining } : {}),
    ...(isolating ? { isolating } : {}),
    ...(marks === undefined ? {} : { marks }),
    ...(name === 'doc' ? { topNode: true } : {}),
    ...(atom ? { selectable: true, draggable: true } : {}),
    ...(name === 'hardBreak' ? { linebreakReplacement: true, selectable: false, renderText: () => '\n' } : {}),
  }
  return Node.create(config)
}

function markOf(name: EditorMarkName, { attrs, inclusive, nests }: MarkDefinition): Mark {
  const config: MarkConfig = {
    name,
    priority: 100 + Object.keys(editorMarks).length - Object.keys(editorMarks).indexOf(name),
    addAttributes: () => attributesOf(attrs, []),
    parseHTML: () => [ownRule(name), ...parseRules(name)] as never,
    renderHTML: ({ mark }) => markDom(name, mark),
    ...(inclusive === undefined ? {} : { inclusive, keepOnSplit: inclusive }),
    ...(nests ? { excludes: '' } : {}),
  }
  return Mark.create(config)
}

function attributesOf(defaults: Readonly<Record<string, unknown>>, copiedOnSplit: readonly string[]) {
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      {
        default: value,
        rendered: false,
        keepOnSplit: copiedOnSplit.includes(name),
        parseHTML: (element: HTMLElement): unknown => {
          const carried = carriedBy(element)
          return Object.hasOwn(carried, name) ? validValue(name, carried[name], value) : null
        },
      },
    ]),
  )
}

function ownRule(name: string): TagParseRule {
  return {
    tag: `[${TYPE}="${name}"]`,
    priority: 100,
    ...(name === 'codeBlock' || name === 'preformatted' ? { preserveWhitespace: 'full' } : {}),
    // A box's heading is an attribute, not content.
    ...(name === 'macro' ? { contentElement: bodyOf } : {}),
  }
}

function bodyOf(dom: globalThis.Node): HTMLElement {
  const element = dom as HTMLElement
  return element.querySelector<HTMLElement>(`[${BODY}]`) ?? element
}

/** DOM attributes of a node or mark of the language's schema, defaults omitted. */
export function carrying(
  name: string,
  attrs: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const nonDefault = Object.entries(attrs).filter(
    ([key, value]) => Object.hasOwn(defaults, key) && JSON.stringify(value) !== JSON.stringify(defaults[key]),
  )
  return {
    [TYPE]: name,
    ...(nonDefault.length > 0 ? { [CARRIED]: JSON.stringify(Object.fromEntries(nonDefault)) } : {}),
  }
}

/** Safe visible storage attributes: style, direction, language, class. */
export function shownAttributes(bag: unknown): Record<string, string> {
  const given = (typeof bag === 'object' && bag !== null ? bag : {}) as Record<string, unknown>
  const style = typeof given['style'] === 'string' ? safeStyle(given['style']) : undefined
  const dir = given['dir']
  return {
    ...(style ? { style } : {}),
    ...(dir === 'rtl' || dir === 'ltr' ? { dir } : {}),
    ...(typeof given['lang'] === 'string' ? { lang: given['lang'] } : {}),
  }
}

const plainTags: Partial<Record<EditorNodeName, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  container: 'div',
  preformatted: 'pre',
  tableRow: 'tr',
}

function nodeDom(name: EditorNodeName, node: ProseNode, titles: ReadonlyMap<string, string>): DOMOutputSpec {
  const { attrs } = node
  const base = mergeAttributes(shownAttributes(attrs['attributes']), carrying(name, attrs, editorNodes[name].attrs))
  const tag = plainTags[name]
  if (tag) return [tag, { ...base, ...moreOf(name, attrs) }, 0]
  switch (name) {
    case 'heading':
      return [`h${Number(attrs['level'])}`, base, 0]
    case 'horizontalRule':
      return ['hr', base]
    case 'hardBreak':
      return ['br', base]
    case 'table':
      return ['table', base, ['tbody', 0]]
    case 'tableCell':
    case 'tableHeader':
      return [name === 'tableCell' ? 'td' : 'th', mergeAttributes(base, cellAttributes(node)), 0]
    case 'taskList':
      return ['ul', { ...base, class: 'inline-task-list' }, 0]
    case 'taskItem':
      return ['li', { ...base, class: attrs['status'] === 'complete' ? 'checked' : '' }, 0]
    case 'codeBlock':
      return ['pre', base, ['code', 0]]
    case 'macro':
      return macroDom(node, base, titles)
    case 'layout':
      return ['div', { ...base, class: 'contentLayout2' }, 0]
    case 'layoutSection':
      return ['div', { ...base, class: `columnLayout ${sectionType(attrs['attributes'])}` }, 0]
    case 'layoutCell':
      return ['div', { ...base, class: 'cell normal' }, ['div', { class: 'innerCell' }, 0]]
    case 'opaqueBlock':
      return ['div', base]
    default:
      return ['span', base]
  }
}

function moreOf(name: EditorNodeName, attrs: Readonly<Record<string, unknown>>): Record<string, string> {
  if (name === 'orderedList') return startOf(attrs['attributes'])
  // Readers see it without an element, so without its margin.
  return name === 'paragraph' && attrs['bare'] === true ? { class: 'ox-bare' } : {}
}

function startOf(bag: unknown): Record<string, string> {
  const start = (bag as Record<string, string> | null)?.['start']
  return start !== undefined && /^-?\d{1,6}$/.test(start) ? { start } : {}
}

function sectionType(bag: unknown): string {
  const type = (bag as Record<string, string> | null)?.['ac:type'] ?? ''
  return /^[a-z_-]{1,30}$/.test(type) ? type.replaceAll('_', '-') : 'single'
}

/** Attributes of a cell with the same colours as for readers. */
function cellAttributes(node: ProseNode): Record<string, string> {
  const { attrs, type } = node
  const bag = bagOf(node)
  const colour = bag['data-highlight-colour'] ?? ''
  const isCustom = /^#[0-9a-f]{6}$/i.test(colour)
  const named = /^[a-z]{3,10}$/.test(colour)
    ? `highlight-${colour}`
    : (/\bhighlight-[a-z]{3,10}\b/.exec(bag['class'] ?? '')?.[0] ?? '')
  const classes = [
    named,
    isCustom ? `highlight-custom ${isLight(colour) ? 'highlight-light' : 'highlight-dark'}` : '',
    /\bnumberingColumn\b/.exec(bag['class'] ?? '')?.[0] ?? '',
    type.name === 'tableHeader' ? 'confluenceTh' : 'confluenceTd',
  ]
  return {
    class: classes.filter(Boolean).join(' '),
    ...(isCustom ? { style: `background-color: ${colour}` } : {}),
    ...(attrs['colspan'] === 1 ? {} : { colspan: String(attrs['colspan']) }),
    ...(attrs['rowspan'] === 1 ? {} : { rowspan: String(attrs['rowspan']) }),
    ...(Array.isArray(attrs['colwidth']) ? { 'data-colwidth': attrs['colwidth'].join(',') } : {}),
  }
}

const SHOWN_AS: ReadonlySet<string> = new Set([
  'kbd',
  'samp',
  'var',
  'small',
  'big',
  'cite',
  'q',
  'abbr',
  'dfn',
  'mark',
  'bdi',
  'bdo',
])

function markDom(name: EditorMarkName, mark: ProseMark): DOMOutputSpec {
  const { attrs } = mark
  const base = mergeAttributes(shownAttributes(attrs['attributes']), carrying(name, attrs, editorMarks[name].attrs))
  if (name === 'link') {
    const href = safeLink(String((attrs['attributes'] as Record<string, string> | null)?.['href'] ?? ''))
    // Links are edited, not followed.
    return ['a', { ...base, ...(href ? { href } : {}), 'data-native': '', rel: 'nofollow noopener' }, 0]
  }
  if (name === 'wikiLink') return ['a', { ...base, class: 'ox-wiki-link', 'data-native': '' }, 0]
  if (name === 'whitespace') return ['span', base, 0]
  if (name === 'marker' && attrs['tag'] === 'ac:inline-comment-marker') {
    const ref = String((attrs['attributes'] as Record<string, string> | null)?.['ac:ref'] ?? '')
    return ['span', { ...base, class: 'inline-comment-marker', 'data-ref': ref }, 0]
  }
  if (name === 'element' || name === 'marker') {
    const tag = String(attrs['tag'])
    return [SHOWN_AS.has(tag) ? tag : 'span', base, 0]
  }
  return [markTags[name]?.[0] ?? 'span', base, 0]
}
