import { listDirection } from '../direction.ts'
import type { Html } from '../html/html.ts'
import { empty, h } from '../html/html.ts'
import { macros } from '../macros.ts'
import type { StorageDocument } from '../model.ts'
import type { BlogPostReference, PageReference, Reference } from '../references.ts'
import { pageByText, referenceOf } from '../references.ts'
import type { ChildPage, ChildrenQuery } from '../render/types.ts'
import { notice } from '../render/include.ts'
import type { MacroInvocation } from '../views.ts'
import { defineMacro } from './registry.ts'

/** Limits of the children macro: levels, and pages of a level. */
const maxDepth = 20
const maxChildren = 1000

export const excerpt = defineMacro({
  name: 'excerpt',
  body: 'rich',
  output: invocation =>
    invocation.parameters['atlassian-macro-output-type']?.toUpperCase() === 'INLINE' ? 'inline' : 'block',
  parameters: { hidden: { type: 'boolean' }, name: { type: 'string' } },
  render: call =>
    call.parameters.hidden ? empty : call.root(call.inline ? 'span' : 'div', { class: 'excerpt' }, call.body()),
})

export const include = defineMacro({
  name: 'include',
  body: 'none',
  output: 'block',
  parameters: { '': { type: 'string', aliases: ['pageTitle'], maxLength: 500 } },
  async render(call, context) {
    const reference = pageReference(call.invocation, ['', 'pageTitle'])
    if (!reference) return call.root('div', { class: 'error', role: 'note' }, context.t('No page to include is named.'))
    const shown = await context.include(reference, (included, nodes) => nodes(included.document.children))
    return call.root('div', {}, shown)
  },
})

export const excerptInclude = defineMacro({
  name: 'excerpt-include',
  aliases: ['excerptinclude'],
  body: 'none',
  output: 'block',
  parameters: {
    '': { type: 'string', aliases: ['pageTitle'], maxLength: 500 },
    name: { type: 'string' },
    nopanel: { type: 'boolean' },
  },
  async render(call, context) {
    const reference = pageReference(call.invocation, ['', 'pageTitle'])
    if (!reference) return call.root('div', { class: 'error', role: 'note' }, context.t('No page to include is named.'))
    const { name, nopanel } = call.parameters
    const shown = await context.include(reference, async (included, nodes) => {
      const found = findExcerpt(included.document, name)
      const missing = context.t('The page "{title}" has no such excerpt.', { title: included.page.title })
      const body = found ? await nodes(found.rich) : h('span', { class: 'error' }, missing)
      if (nopanel) return body
      const title = h('b', {}, h('a', { href: context.url(included.url) }, included.page.title))
      return h(
        'div',
        { class: 'panel excerpt-include' },
        h('div', { class: 'panelHeader' }, title),
        h('div', { class: 'panelContent' }, body),
      )
    })
    return call.root('div', {}, shown)
  },
})

/** The excerpt of a name, or the first one. */
export function findExcerpt(doc: StorageDocument, name?: string): MacroInvocation | undefined {
  const wanted = name?.trim()
  return macros(doc).find(macro => macro.name === 'excerpt' && (!wanted || macro.parameters.name?.trim() === wanted))
}

/** The page or post that a macro names: as a resource, or as the text `SPACE:Title` or `/2024/01/31/Title`. */
function pageReference(invocation: MacroInvocation, names: readonly string[]): Reference | undefined {
  for (const name of names) {
    const resource = invocation.resources[name]
    const reference = resource && referenceOf(resource)
    if (reference) return reference
    const written = invocation.parameters[name]?.trim()
    if (written) return pageOrPost(written)
  }
  return undefined
}

function pageOrPost(written: string): PageReference | BlogPostReference {
  const page = pageByText(written)
  const post = /^\/(\d{4}\/\d{2}\/\d{2})\/(.+)$/.exec(page.title)
  if (!post) return page
  return { kind: 'blog-post', title: post[2] ?? '', postingDay: post[1], spaceKey: page.spaceKey }
}

const headingStyles = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** Cost of an entry: several nodes and a lookup. */
const entryCost = 100

export const children = defineMacro({
  name: 'children',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    all: { type: 'boolean', aliases: ['allChildren'] },
    depth: { type: 'integer', min: 0 },
    style: { type: 'enum', values: headingStyles },
    sort: { type: 'enum', values: ['title', 'creation', 'modified'] },
    sortAndReverse: { type: 'string' },
    reverse: { type: 'boolean' },
    first: { type: 'integer', min: 0 },
    page: { type: 'string', maxLength: 500 },
    excerpt: { type: 'boolean' },
    excerptType: { type: 'enum', values: ['none', 'simple', 'rich content'] },
  },
  async render(call, context) {
    context.depends.volatile()
    const p = call.parameters
    const combined = /^(title|creation|modified)?\s*[-_ ]?\s*(asc|desc|reverse)?/i.exec(p.sortAndReverse ?? '')
    const query: ChildrenQuery = {
      parent: parentOf(call.invocation),
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

function parentOf(invocation: MacroInvocation): ChildrenQuery['parent'] {
  const written = invocation.parameters.page?.trim()
  if (written === '@home' || written === '/') return 'home'
  if (written === '@parent') return 'parent'
  if (written === '@self') return undefined
  return pageReference(invocation, ['page', ''])
}
