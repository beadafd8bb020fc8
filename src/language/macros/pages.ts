import { listDirection } from '../direction.ts'
import type { Html } from '../html/html.ts'
import { empty, h } from '../html/html.ts'
import type { StorageDocument } from '../model.ts'
import type { ChildPage, ChildrenQuery, MacroCall, RenderContext } from '../render/types.ts'
import { notice } from '../render/include.ts'
import type { Reference } from '../references.ts'
import type { MacroInvocation } from '../views.ts'
import { findExcerpt } from './excerpts.ts'
import { defineMacro } from './registry.ts'

/** Limits of the children macro: levels, and pages of a level. */
const maxDepth = 20
const maxChildren = 1000

export const excerpt = defineMacro({
  name: 'excerpt',
  title: 'Excerpt',
  description: 'A part of the page that other pages can include.',
  category: 'confluence-content',
  body: 'rich',
  output: invocation =>
    invocation.parameters['atlassian-macro-output-type']?.toUpperCase() === 'INLINE' ? 'inline' : 'block',
  parameters: {
    hidden: { type: 'boolean', label: 'Hide on this page' },
    name: { type: 'text', label: 'Name', help: 'Tells the excerpts of a page apart.' },
    'atlassian-macro-output-type': {
      type: 'enum',
      label: 'Output',
      help: 'In its line, or as a block.',
      values: ['BLOCK', 'INLINE'],
      default: 'BLOCK',
    },
  },
  render: call =>
    call.parameters.hidden ? empty : call.root(call.inline ? 'span' : 'div', { class: 'excerpt' }, call.body()),
})

export const include = defineMacro({
  name: 'include',
  title: 'Include page',
  description: 'The text of another page.',
  category: 'confluence-content',
  body: 'none',
  output: 'block',
  parameters: { '': { type: 'page', label: 'Page', required: true, aliases: ['pageTitle'], posts: true } },
  async render(call, context) {
    const reference = call.parameters['']
    if (!reference) return call.root('div', { class: 'error', role: 'note' }, context.t('No page to include is named.'))
    const shown = await context.include(reference, (included, nodes) => nodes(included.document.children))
    return call.root('div', {}, shown)
  },
})

export const excerptInclude = defineMacro({
  name: 'excerpt-include',
  aliases: ['excerptinclude'],
  title: 'Include excerpt',
  description: 'An excerpt of another page.',
  category: 'confluence-content',
  body: 'none',
  output: 'block',
  parameters: {
    '': { type: 'page', label: 'Page', required: true, aliases: ['pageTitle'], posts: true },
    name: {
      type: 'excerpt',
      label: 'Name of the excerpt',
      help: 'Default: the first excerpt of the page.',
      page: '',
      of: 'excerpt',
    },
    nopanel: { type: 'boolean', label: 'Without a box' },
  },
  async render(call, context) {
    const { '': reference, name, nopanel } = call.parameters
    return includeExcerpt(call, context, {
      reference,
      hasPanel: !nopanel,
      find: doc => findExcerpt(doc, 'excerpt', name),
    })
  },
})

/** An excerpt of another page, and how it is found there. */
export interface ExcerptQuery {
  readonly reference: Reference | undefined
  readonly hasPanel: boolean
  find(doc: StorageDocument): MacroInvocation | undefined
}

/** Output of a macro that includes a part of another page. */
export async function includeExcerpt(
  call: MacroCall<unknown>,
  context: RenderContext,
  { reference, hasPanel, find }: ExcerptQuery,
): Promise<Html> {
  const name = call.inline ? 'span' : 'div'
  if (!reference) return call.root(name, { class: 'error', role: 'note' }, context.t('No page to include is named.'))
  const shown = await context.include(reference, async (included, nodes) => {
    const found = find(included.document)
    const missing = context.t('The page "{title}" has no such excerpt.', { title: included.page.title })
    const body = found ? await nodes(found.rich) : h('span', { class: 'error' }, missing)
    if (!hasPanel) return body
    const title = h('b', {}, h('a', { href: context.url(included.url) }, included.page.title))
    return h(
      'div',
      { class: 'panel excerpt-include' },
      h('div', { class: 'panelHeader' }, title),
      h('div', { class: 'panelContent' }, body),
    )
  })
  return call.root(name, {}, shown)
}

const headingStyles = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** Cost of an entry: several nodes and a lookup. */
const entryCost = 100

export const children = defineMacro({
  name: 'children',
  title: 'Child pages',
  description: 'The pages below a page.',
  category: 'navigation',
  insert: { keywords: 'children subpages list' },
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    all: { type: 'boolean', label: 'All levels', aliases: ['allChildren'] },
    depth: { type: 'number', label: 'Levels', help: 'Default: 1. 0 shows all levels.', min: 0 },
    style: { type: 'enum', label: 'Heading style', help: 'Default: a list.', values: headingStyles },
    sort: {
      type: 'enum',
      label: 'Sort by',
      help: 'Default: as in the page tree.',
      values: ['title', 'creation', 'modified'],
    },
    sortAndReverse: { type: 'text', label: 'Sort by and direction', help: 'Both in one, such as title desc.' },
    reverse: { type: 'boolean', label: 'Reverse order' },
    first: { type: 'number', label: 'Maximum number of pages', help: 'Of the first level.', min: 0 },
    page: {
      type: 'page',
      label: 'Parent page',
      help: 'A page, @home, @parent or @self. Default: this page.',
      aliases: [''],
      posts: true,
    },
    excerpt: { type: 'boolean', label: 'Show excerpts' },
    excerptType: { type: 'enum', label: 'Excerpts', values: ['none', 'simple', 'rich content'] },
  },
  async render(call, context) {
    context.depends.volatile()
    const p = call.parameters
    const combined = /^(title|creation|modified)?\s*[-_ ]?\s*(asc|desc|reverse)?/i.exec(p.sortAndReverse ?? '')
    const query: ChildrenQuery = {
      parent: parentOf(call.invocation, p.page),
      // Both mean every level.
      depth: p.all || p.depth === 0 ? maxDepth : Math.min(p.depth ?? 1, maxDepth),
      sort: p.sort ?? sortOf(combined?.[1]) ?? 'position',
      reverse: p.reverse || /^(?:desc|reverse)$/i.test(combined?.[2] ?? ''),
      first: p.first ? Math.min(p.first, maxChildren) : undefined,
      excerpts: p.excerpt || (p.excerptType !== undefined && p.excerptType !== 'none'),
    }
    const pages = (await context.host.children?.(query, context.page)) ?? []
    if (!context.spend(countOf(pages) * entryCost))
      return call.root('div', {}, notice(context.t('This page has too many lists.')))
    const list = p.style ? headed(p.style, pages) : childList(pages)
    return call.root('div', { class: 'childpages', dir: listDirection(pages.map(({ title }) => title)) }, list)

    function link(page: ChildPage): Html {
      context.depends.content(page.id)
      return h('a', { href: context.url(page.url), 'data-linked-resource-id': page.id }, page.title)
    }

    function summary(page: ChildPage): Html | undefined {
      return page.excerpt ? h('p', { class: 'childpages-excerpt' }, page.excerpt) : undefined
    }

    function childList(items: readonly ChildPage[]): Html {
      if (items.length === 0) return empty
      const entries = items.map(item => h('li', {}, link(item), summary(item), childList(item.children)))
      return h('ul', { class: 'childpages-macro' }, ...entries)
    }

    function headed(style: (typeof headingStyles)[number], items: readonly ChildPage[]): Html {
      const parts = items.flatMap(item => [h(style, {}, link(item)), summary(item), childList(item.children)])
      return h('div', { class: 'childpages-macro' }, ...parts)
    }
  },
})

function countOf(pages: readonly ChildPage[]): number {
  return pages.reduce((count, page) => count + 1 + countOf(page.children), 0)
}

function sortOf(written: string | undefined): ChildrenQuery['sort'] | undefined {
  const name = written?.toLowerCase()
  return name === 'title' || name === 'creation' || name === 'modified' ? name : undefined
}

function parentOf(invocation: MacroInvocation, named: Reference | undefined): ChildrenQuery['parent'] {
  const written = invocation.parameters.page?.trim()
  if (written === '@home' || written === '/') return 'home'
  if (written === '@parent') return 'parent'
  if (written === '@self') return undefined
  return named
}
