import { defineMacro, h, type Html, type RenderContext, type RenderHost } from '#language/index.ts'
import { loginPath } from '#platform/login-path.ts'
import { madeFrom, SITE_WIDE } from '#platform/server/database/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import { ancestorIds, findContent } from '#features/content-core/server/read.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { excerptsOf } from './excerpts.ts'
import { childList, treeRequestId } from './markup.ts'
import { rootOfMacro, type NoRoot, type TreeRoot } from './root.ts'
import { loadTree, readOrder, type TreeLevel } from './tree.ts'
import { EVERY_LEVEL } from '../shared.ts'

/** Cost of a row in the budget of a rendering: several nodes and a lookup. */
const ROW_COST = 100

const spaces = { type: 'space', label: 'Space of the root page', help: 'Key. Default: this space.' } as const

/** `pagetree`: the pages below a page, closed below the levels that it names. */
export const pageTreeMacro = defineMacro({
  name: 'pagetree',
  title: 'Page tree',
  description: 'The pages below a page, as a tree that readers expand and collapse.',
  category: 'navigation',
  insert: {
    keywords: 'pages hierarchy children navigation',
    parameters: { searchBox: 'true', expandCollapseAll: 'true' },
  },
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    root: {
      type: 'page',
      label: 'Root page',
      help: 'A page, @home, @self, @parent or @none for the top of the space.',
      default: '@home',
    },
    spaces,
    startDepth: { type: 'number', label: 'Levels expanded at first', default: 1, min: 0 },
    sort: {
      type: 'text',
      label: 'Sort by',
      help: 'position, natural or bitwise (both by title, the first with numbers by their value), creation or modified.',
      default: 'position',
      maxLength: 20,
    },
    reverse: { type: 'boolean', label: 'Reverse order' },
    excerpt: { type: 'boolean', label: 'Show excerpts', help: 'Of the first 200 pages.' },
    searchBox: { type: 'boolean', label: 'Search box' },
    expandCollapseAll: { type: 'boolean', label: 'Links to expand and collapse all' },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const reader = readerOf(ctx)
    const root = await rootOfMacro(ctx, call, 'root', context.page)
    if ('missing' in root) return call.root('div', { class: 'plugin_pagetree' }, noRoot(root, reader))
    const { startDepth, excerpt, searchBox, expandCollapseAll } = call.parameters
    const page = await findContent(ctx, Number(context.page.id))
    const ancestors = page
      ? (await madeFrom(SITE_WIDE, () => ancestorIds(ctx.app.database.read, page.parent_id))).map(String)
      : []
    const sources = [`space ${root.space.id}`] as const
    const order = readOrder(call.parameters.sort, call.parameters.reverse)
    const levels = Math.min(Math.max(1, startDepth), EVERY_LEVEL)
    const parentId = root.page?.id ?? null
    const tree = await madeFrom(sources, () =>
      loadTree(ctx, { space: root.space, parentId, levels, open: new Set(ancestors), order }),
    )
    if (!context.spend(rowsOf(tree) * ROW_COST))
      return call.root('div', {}, h('p', { class: 'error', role: 'note' }, context.t('This page has too many lists.')))
    const treeId = nextTreeId(context)
    const list = childList(tree, root.page ? String(root.page.id) : null, {
      reader,
      treeId,
      rootId: rootIdOf(root),
      currentId: context.page.id,
      order,
      excerpts: excerpt ? await madeFrom(sources, () => excerptsOf(ctx, tree)) : undefined,
      spaceKey: root.space.key,
      url: path => context.url(path),
    })
    return call.root(
      'div',
      { class: 'plugin_pagetree' },
      isLive(context) && flyout(root, context, { reader, searchBox, treeId }),
      expandCollapseAll && isLive(context) && allButtons(reader),
      h(
        // Its one element is no item of a list.
        'ul',
        { class: 'plugin_pagetree_children_list plugin_pagetree_children_list_noleftspace', role: 'presentation' },
        h('div', { class: 'plugin_pagetree_children' }, list),
      ),
      tree.nodes.length === 0 && h('p', { class: 'plugin_pagetree_empty' }, reader.t('No pages to show.')),
      isLive(context) &&
        settings({ treeId, root, levels, requestId: treeRequestId(order, excerpt), ancestors, context, reader }),
    )
  },
})

/** `pagetreesearch`: a search of the pages below a page. */
export const pageTreeSearchMacro = defineMacro({
  name: 'pagetreesearch',
  title: 'Page tree search',
  description: 'A search box for the pages below a page.',
  category: 'navigation',
  insert: { keywords: 'pages find box' },
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    rootPage: {
      type: 'page',
      label: 'Root page',
      help: 'A page, @home, @self, @parent or @none for the top of the space.',
      default: '@home',
    },
    spaces,
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const reader = readerOf(ctx)
    const named = call.invocation.parameters['rootPage'] ?? call.invocation.resources['rootPage']
    const root = await rootOfMacro(ctx, call, 'rootPage', context.page)
    // Without a name it searches below its own page, which a new one has not yet.
    if ('missing' in root && named !== undefined) return call.root('div', {}, noRoot(root, reader))
    return call.root('div', {}, 'missing' in root ? undefined : searchForm(root, context, reader))
  },
})

/** Whether it is read in a browser, where the tree opens and searches. */
function isLive({ mode }: RenderContext): boolean {
  return mode === 'view' || mode === 'preview'
}

function rowsOf({ nodes }: TreeLevel): number {
  return nodes.reduce((sum, { below }) => sum + 1 + (below ? rowsOf(below) : 0), 0)
}

const treesOf = new WeakMap<RenderHost, number>()

/** The trees of one text are told apart by their number in it, those of a comment from the page's by its id. */
function nextTreeId({ host, page: { holderId } }: RenderContext): string {
  const number = treesOf.get(host) ?? 0
  treesOf.set(host, number + 1)
  return holderId === undefined ? String(number) : `${holderId}-${number}`
}

function noRoot({ missing }: NoRoot, { t }: Reader): Html {
  return h(
    'p',
    { class: 'error', role: 'note' },
    t('The root page of this tree, “{{title}}”, does not exist, or you may not view it.', { title: missing }),
  )
}

/** The search of a tree. Narrow screens have a button that opens it, also where the author wants no box. */
function flyout(
  root: TreeRoot,
  context: RenderContext,
  { reader, searchBox, treeId }: { reader: Reader; searchBox: boolean; treeId: string },
): Html {
  const id = `pagetreesearch-${treeId}`
  return h(
    'div',
    { class: searchBox ? 'plugin_pagetree_flyout' : 'plugin_pagetree_flyout plugin_pagetree_flyout_only' },
    h('button', {
      type: 'button',
      class: 'plugin_pagetree_flyout_button',
      'aria-expanded': 'false',
      'aria-controls': id,
      'aria-label': reader.t('Search the pages of this tree'),
    }),
    h('div', { class: 'plugin_pagetree_flyout_panel', id }, searchForm(root, context, reader)),
  )
}

function searchForm({ page, space }: TreeRoot, context: RenderContext, { t }: Reader): Html {
  const hidden = (name: string, value: string) => h('input', { type: 'hidden', name, value })
  return h(
    'form',
    {
      class: 'plugin_pagetree_pagetreesearch',
      method: 'post',
      action: context.url('/plugins/pagetreesearch/pagetreesearch.action'),
      role: 'search',
    },
    hidden('ancestorId', page ? String(page.id) : ''),
    hidden('spaceKey', space.key),
    h('input', {
      type: 'search',
      name: 'queryString',
      autocomplete: 'off',
      'aria-label': t('Search the pages of this tree'),
    }),
    h('input', { type: 'submit', value: t('Search') }),
  )
}

function allButtons({ t }: Reader): Html {
  const button = (name: string, label: string) =>
    h('a', { class: `plugin_pagetree_${name}`, role: 'button', tabindex: 0 }, label)
  return h(
    'div',
    { class: 'plugin_pagetree_expandcollapse' },
    button('expandall', t('Expand all')),
    button('collapseall', t('Collapse all')),
  )
}

/** The page of a tree without a root stands for it in the ids of elements. */
function rootIdOf({ page, space }: TreeRoot): string {
  return String(page?.id ?? space.home_page_id ?? 0)
}

interface Settings {
  readonly treeId: string
  readonly root: TreeRoot
  readonly levels: number
  readonly requestId: string
  /** From the top down to the page above the one that is read. */
  readonly ancestors: readonly string[]
  readonly context: RenderContext
  readonly reader: Reader
}

/** Hidden fields by which the tree works in the browser, with the names that clients of the old product read. */
function settings({ treeId, root, levels, requestId, ancestors, context, reader: { t } }: Settings): Html {
  const pageId = context.page.id
  const fields = {
    treeId,
    treeRequestId: context.url(requestId),
    treePageId: pageId,
    noRoot: String(root.page === null),
    rootPageId: rootIdOf(root),
    rootPage: root.page?.title ?? '',
    startDepth: String(levels),
    spaceKey: root.space.key,
    'i18n-pagetree.loading': t('Loading…'),
    'i18n-pagetree.error.permission': t('You do not have permission to view these pages.'),
    'i18n-pagetree.eeror.general': t('The pages could not be loaded. Try again.'),
    loginUrl: context.url(loginPath(`/pages/viewpage.action?pageId=${pageId}`)),
    mobile: 'false',
  }
  const hidden = (name: string, value: string) => h('input', { type: 'hidden', name, value })
  return h(
    'fieldset',
    { class: 'hidden', hidden: true },
    ...Object.entries(fields).map(([name, value]) => hidden(name, value)),
    h('fieldset', { class: 'hidden', hidden: true }, ...ancestors.map(id => hidden('ancestorId', id))),
  )
}
