import { h, type Html } from '#language/index.ts'
import type { Reader } from '#platform/view/reader.ts'
import { NATURAL_CHILDREN } from '../shared.ts'
import type { TreeLevel, TreeNode, TreeOrder } from './tree.ts'

export interface ListOptions {
  readonly reader: Reader
  /** Ends the ids of the elements: one page may have several trees. */
  readonly treeId: string
  /** Page whose children the list has; its own page or the space stand for a tree without a root. */
  readonly rootId: string
  /** Id of the page that is read. */
  readonly currentId: string
  readonly order: TreeOrder
  /** By page id; undefined where the tree shows none. */
  readonly excerpts: ReadonlyMap<string, string> | undefined
  readonly spaceKey: string
  /** Address of a path of the wiki. */
  url(path: string): string
}

/** The fixed part of the address of a tree's children. */
export function treeRequestId({ sort, reverse }: TreeOrder, excerpt: boolean): string {
  const fixed = new URLSearchParams({
    decorator: 'none',
    excerpt: String(excerpt),
    sort,
    reverse: String(reverse),
    disableLinks: 'false',
    expandCurrent: 'true',
  })
  return `${NATURAL_CHILDREN}?${fixed}`
}

/** The pages of a level with those below the open ones, in the markup that clients of the old product read. */
export function childList(level: TreeLevel, parentId: string | null, options: ListOptions): Html {
  const { treeId, rootId } = options
  return h(
    'ul',
    { class: 'plugin_pagetree_children_list', id: `child_ul${parentId ?? rootId}-${treeId}` },
    ...level.nodes.map(node => item(node, options)),
    level.next !== undefined && h('li', { class: 'plugin_pagetree_more' }, moreLink(parentId, level.next, options)),
  )
}

function item(node: TreeNode, options: ListOptions): Html {
  const { treeId } = options
  const excerpt = options.excerpts?.get(node.id)
  return h(
    'li',
    {},
    h('div', { class: 'plugin_pagetree_childtoggle_container' }, toggle(node, options)),
    h(
      'div',
      { class: 'plugin_pagetree_children_content' },
      h(
        'span',
        {
          class: `plugin_pagetree_children_span${node.id === options.currentId ? ' plugin_pagetree_current' : ''}`,
          id: `childrenspan${node.id}-${treeId}`,
        },
        h(
          'a',
          { href: options.url(node.url), 'aria-current': node.id === options.currentId ? 'page' : undefined },
          node.title,
        ),
      ),
      excerpt !== undefined && h('p', { class: 'plugin_pagetree_excerpt' }, excerpt),
    ),
    h(
      'div',
      { class: 'plugin_pagetree_children_container', id: `children${node.id}-${treeId}`, hidden: !node.below },
      node.below && childList(node.below, node.id, options),
    ),
  )
}

function toggle(node: TreeNode, { treeId, reader: { t } }: ListOptions): Html {
  if (!node.hasChildren) return h('span', { class: 'no-children icon' })
  const look = node.below
    ? 'icon-section-opened aui-iconfont-chevron-down'
    : 'icon-section-closed aui-iconfont-chevron-right'
  // Without an address: what reads the tree by its links gets those of pages alone.
  return h('a', {
    id: `plusminus${node.id}-${treeId}`,
    class: `plugin_pagetree_childtoggle icon ${look}`,
    role: 'button',
    tabindex: 0,
    'aria-expanded': node.below ? 'true' : 'false',
    'aria-controls': `children${node.id}-${treeId}`,
    'aria-label': t('Pages below {{title}}', { title: node.title }),
    'data-page-id': node.id,
  })
}

/** Without script, it shows the rest of the level by itself. */
function moreLink(parentId: string | null, start: number, options: ListOptions): Html {
  const { order, excerpts, treeId, currentId, spaceKey, reader } = options
  const rest = new URLSearchParams({
    ...(parentId === null ? { hasRoot: 'false', spaceKey } : { hasRoot: 'true', pageId: parentId }),
    treeId,
    treePageId: currentId,
    start: String(start),
  })
  return h(
    'a',
    { href: options.url(`${treeRequestId(order, excerpts !== undefined)}&${rest}`) },
    reader.t('Show more pages'),
  )
}
