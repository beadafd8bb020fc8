import { classes } from '../html/classes.ts'
import { listDirection } from '../direction.ts'
import type { Html, HtmlChild } from '../html/html.ts'
import { empty, h } from '../html/html.ts'
import { isLength, isSafeStyle } from '../html/style.ts'
import type { Heading } from '../outline.ts'
import type { RenderContext } from '../render/types.ts'
import { compilePattern } from './pattern.ts'
import type { ValuesOf } from './parameters.ts'
import { defineMacro } from './registry.ts'

const maxEntries = 5000

/** Parameters by macro name, with the option that each sets. */
const parameters = {
  type: { type: 'enum', label: 'Structure', aliases: ['structure'], values: ['list', 'flat'], default: 'list' },
  outline: { type: 'boolean', label: 'Numbered', aliases: ['numberedoutline', 'numberedOutline'] },
  minLevel: { type: 'number', label: 'First level of headings', default: 1, min: 1, max: 7 },
  maxLevel: { type: 'number', label: 'Last level of headings', default: 7, min: 1, max: 7 },
  headerelements: {
    type: 'text',
    label: 'Heading levels',
    help: 'Single levels, such as h1,h3, in place of the first and last.',
    aliases: ['headerElements'],
    maxLength: 100,
  },
  include: {
    type: 'text',
    label: 'Include headings',
    help: 'A regular expression.',
    aliases: ['includeheaderregex', 'includeHeaderRegex'],
  },
  exclude: {
    type: 'text',
    label: 'Exclude headings',
    help: 'A regular expression.',
    aliases: ['excludeheaderregex', 'excludeHeaderRegex'],
  },
  style: {
    type: 'text',
    label: 'List style',
    help: 'A list style of CSS, such as square.',
    aliases: ['cssliststyle', 'cssListStyle'],
    maxLength: 60,
  },
  indent: {
    type: 'text',
    label: 'Indentation',
    help: 'A length of CSS, such as 10px.',
    aliases: ['csslistindent', 'cssListIndent'],
    maxLength: 20,
  },
  separator: {
    type: 'text',
    label: 'Separator',
    help: 'For the flat structure: brackets, braces, parens, comma, pipe, newline or any text.',
    maxLength: 60,
  },
  preseparator: { type: 'text', label: 'Text before the entries', aliases: ['pre', 'preSeparator'], maxLength: 60 },
  midseparator: { type: 'text', label: 'Text between the entries', aliases: ['mid', 'midSeparator'], maxLength: 60 },
  postseparator: { type: 'text', label: 'Text after the entries', aliases: ['post', 'postSeparator'], maxLength: 60 },
  printable: { type: 'boolean', label: 'Printed', default: true },
  class: { type: 'text', label: 'CSS class', maxLength: 200 },
  absoluteUrl: { type: 'boolean', label: 'Links with the whole address' },
} as const

type TocParameters = ValuesOf<typeof parameters>

export const toc = defineMacro({
  name: 'toc',
  title: 'Table of contents',
  description: 'The headings of the page.',
  category: 'navigation',
  insert: { keywords: 'toc outline' },
  body: 'none',
  output: 'block',
  parameters,
  render: (call, context) => {
    const options = optionsOf(call.parameters, context)
    const { dir, html } = contents(context.headings, options, context)
    return call.root('div', rootAttributes(options, dir), html)
  },
})

export const tocZone = defineMacro({
  name: 'toc-zone',
  title: 'Table of contents of a part',
  description: 'The headings in the body of the macro.',
  category: 'navigation',
  body: 'rich',
  isBox: false,
  output: 'block',
  parameters: {
    ...parameters,
    location: { type: 'enum', label: 'Position', values: ['top', 'bottom', 'both'], default: 'both' },
  },
  render: (call, context) => {
    const options = optionsOf(call.parameters, context)
    const headings = context.headingsIn(call.invocation.element)
    const table = (): Html => {
      const { dir, html } = contents(headings, options, context)
      return h('div', rootAttributes(options, dir), html)
    }
    const { location } = call.parameters
    return call.root(
      'div',
      { class: 'toc-zone' },
      location !== 'bottom' && table(),
      call.body(),
      location !== 'top' && table(),
    )
  },
})

interface TocOptions {
  readonly structure: 'list' | 'flat'
  readonly numbered: boolean
  readonly levels: ReadonlySet<number>
  readonly include: string | undefined
  readonly exclude: string | undefined
  readonly listStyle: string | undefined
  readonly indent: string | undefined
  readonly separators: Separators
  readonly printable: boolean
  readonly classes: string | undefined
  /** The URL before `#` in the links. */
  readonly address: string
}

interface Separators {
  readonly pre: string
  readonly mid: string
  readonly post: string
}

const namedSeparators: Readonly<Record<string, Separators>> = {
  brackets: { pre: '[ ', mid: ' ] [ ', post: ' ]' },
  braces: { pre: '{ ', mid: ' } { ', post: ' }' },
  parens: { pre: '( ', mid: ' ) ( ', post: ' )' },
  paren: { pre: '( ', mid: ' ) ( ', post: ' )' },
  comma: { pre: '', mid: ', ', post: '' },
  pipe: { pre: '', mid: ' | ', post: '' },
  newline: { pre: '', mid: '\n', post: '' },
}

function optionsOf(p: Omit<TocParameters, never>, context: RenderContext): TocOptions {
  const levels = new Set<number>()
  for (let level = p.minLevel; level <= p.maxLevel; level++) levels.add(level)
  const named = p.headerelements?.match(/h[1-6]/gi)
  const style = p.style?.trim().toLowerCase()
  const indent = p.indent?.trim()
  const address = `/pages/viewpage.action?pageId=${encodeURIComponent(context.page.id)}`
  return {
    structure: p.type,
    numbered: p.outline,
    levels: named ? new Set(named.map(name => Number(name.charAt(1)))) : levels,
    include: p.include?.trim() || undefined,
    exclude: p.exclude?.trim() || undefined,
    listStyle: style !== undefined && isSafeStyle('list-style-type', style) ? style : undefined,
    indent: indent !== undefined && isLength(indent) ? indent : undefined,
    separators: separatorsOf(p),
    printable: p.printable,
    classes: ownClasses(p.class),
    address: p.absoluteUrl ? context.url(address) : '',
  }
}

function separatorsOf(p: TocParameters): Separators {
  const written = p.separator ?? 'brackets'
  const key = written.trim().toLowerCase()
  const named = Object.hasOwn(namedSeparators, key) ? namedSeparators[key] : undefined
  const base = named ?? { pre: '', mid: written, post: '' }
  return { pre: p.preseparator ?? base.pre, mid: p.midseparator ?? base.mid, post: p.postseparator ?? base.post }
}

/** The author's class names, without those reserved for the wiki's scripts and styles. */
function ownClasses(written: string | undefined): string | undefined {
  const names = (written ?? '')
    .split(/\s+/)
    .filter(
      name => /^[A-Za-z][\w-]{0,60}$/.test(name) && !/^(?:aui|ox|js|conf|confluence|output|inline|user)-/.test(name),
    )
  return names.length > 0 ? names.slice(0, 5).join(' ') : undefined
}

function rootAttributes(options: TocOptions, dir: Contents['dir']): Record<string, string | undefined> {
  return {
    dir,
    class: classes('toc-macro client-side-toc-macro', !options.printable && 'non-printable', options.classes),
    'data-structure': options.structure,
    'data-numberedoutline': String(options.numbered),
    'data-headerelements': [...options.levels]
      .filter(level => level <= 6)
      .map(level => `H${level}`)
      .join(','),
    'data-includeheaderregex': options.include,
    'data-excludeheaderregex': options.exclude,
    'data-cssliststyle': options.listStyle,
    'data-csslistindent': options.indent,
    'data-preseparator': options.structure === 'flat' ? options.separators.pre : undefined,
    'data-midseparator': options.structure === 'flat' ? options.separators.mid : undefined,
    'data-postseparator': options.structure === 'flat' ? options.separators.post : undefined,
  }
}

/** A heading and its subheadings. */
interface Entry {
  readonly heading: Heading
  readonly number: string
  readonly children: Entry[]
}

/** A table, shared by all macros with the same options. */
interface Contents {
  readonly entries: number
  readonly dir: 'rtl' | undefined
  readonly html: Html
}
const made = new WeakMap<readonly Heading[], Map<string, Contents>>()

/** The table; none if the page's budget does not cover it. */
function contents(
  headings: readonly Heading[],
  options: TocOptions,
  context: RenderContext,
): Pick<Contents, 'dir' | 'html'> {
  let tables = made.get(headings)
  if (!tables) made.set(headings, (tables = new Map()))
  const key = JSON.stringify({ ...options, levels: [...options.levels] })
  let table = tables.get(key)
  if (!table) {
    const wanted = chosen(headings, options, context)
    const entries = tree(wanted)
    const html = options.structure === 'flat' ? flat(entries, options) : list(entries, options)
    const dir = listDirection(wanted.map(({ text }) => text))
    tables.set(key, (table = { entries: wanted.length, dir, html }))
  }
  return table.entries > 0 && context.spend(table.entries * 10) ? table : { dir: undefined, html: empty }
}

/** Steps of a filter's automaton that cost as much as visiting a heading. */
const stepsOfHeading = 50

/**
 * Headings of the wanted levels that pass the filters; an invalid filter is ignored. None if the page's budget does
 * not cover all headings.
 */
function chosen(headings: readonly Heading[], options: TocOptions, context: RenderContext): Heading[] {
  if (!context.spend(headings.length)) return []
  const include = options.include === undefined ? undefined : compilePattern(options.include)
  const exclude = options.exclude === undefined ? undefined : compilePattern(options.exclude)
  const steps = (include?.size ?? 0) + (exclude?.size ?? 0)
  const length = steps > 0 ? headings.reduce((sum, { text }) => sum + text.length, 0) : 0
  if (!context.spend(Math.ceil((length * steps) / stepsOfHeading))) return []
  return headings
    .filter(({ level, text }) => options.levels.has(level) && text !== '')
    .filter(({ text }) => (include?.test(text) ?? true) && !(exclude?.test(text) ?? false))
    .slice(0, maxEntries)
}

function tree(headings: readonly Heading[]): Entry[] {
  const roots: Entry[] = []
  const open: Entry[] = []
  for (const heading of headings) {
    while ((open.at(-1)?.heading.level ?? 0) >= heading.level) open.pop()
    const parent = open.at(-1)
    const siblings = parent?.children ?? roots
    const position = String(siblings.length + 1)
    const entry: Entry = { heading, number: parent ? `${parent.number}.${position}` : position, children: [] }
    siblings.push(entry)
    open.push(entry)
  }
  return roots
}

function list(entries: readonly Entry[], options: TocOptions): Html {
  const style = [
    options.numbered ? 'list-style-type: none' : options.listStyle && `list-style-type: ${options.listStyle}`,
    options.indent && `padding-left: ${options.indent}`,
  ]
  const items = entries.map(entry =>
    h('li', {}, link(entry, options), entry.children.length > 0 && list(entry.children, options)),
  )
  return h('ul', { class: 'toc-indentation', style: style.filter(Boolean).join('; ') || undefined }, ...items)
}

function flat(entries: readonly Entry[], options: TocOptions): Html {
  const { pre, mid, post } = options.separators
  const parts: HtmlChild[] = []
  const stack = entries.toReversed()
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (parts.length > 0) parts.push(mid === '\n' ? h('br') : mid)
    parts.push(link(entry, options))
    stack.push(...entry.children.toReversed())
  }
  return h('div', { class: 'toc-flat' }, pre, ...parts, post)
}

function link(entry: Entry, options: TocOptions): Html {
  const number = options.numbered && h('span', { class: 'TOCOutline' }, entry.number)
  const href = `${options.address}#${entry.heading.id.replace(/[\s"<>`%]/g, found => encodeURIComponent(found))}`
  return h('span', { class: 'toc-item-body' }, number, h('a', { class: 'toc-link', href }, entry.heading.text))
}
