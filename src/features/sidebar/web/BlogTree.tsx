import { useEffect, useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import type { TreeNode } from '#platform/web/tree/model.ts'
import { TreeView } from '#platform/web/tree/TreeView.tsx'
import { TreeStore } from '#platform/web/tree/useTree.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { blogSubtree, type PageTreeItem } from '../contract.ts'
import { BLOG_PAGE_SIZE } from '../shared.ts'
import { NavSection } from '../view/NavSection.tsx'

interface BlogTreeProps {
  spaceKey: string
  /** Embedded tree, open at a post; undefined: fetched or cached. */
  items: readonly PageTreeItem[] | undefined
  currentId: string | undefined
}

/** Group ids differ in form from posts: `1:2026`, `2:11/2026`. */
function asNode(item: PageTreeItem): TreeNode {
  return item.pageId === ''
    ? { id: `${item.groupType}:${item.groupValue}`, label: item.title, hasChildren: item.hasChildren }
    : { id: item.pageId, label: item.title, href: item.url, hasChildren: false }
}

function blogStore(spaceKey: string): TreeStore<TreeNode> {
  return new TreeStore(async (parentId, start, signal) => {
    const [groupType = '', groupValue = ''] = (parentId ?? '').split(':')
    const items = await call(
      blogSubtree,
      { query: { spaceKey, groupType, groupValue, start, limit: BLOG_PAGE_SIZE } },
      { signal },
    )
    // Only posts of a month are paged.
    const next = items.length === BLOG_PAGE_SIZE && items[0]?.pageId !== '' ? start + BLOG_PAGE_SIZE : undefined
    return { nodes: items.map(asNode), next }
  })
}

function put(store: TreeStore<TreeNode>, parentId: string | null, items: readonly PageTreeItem[]): void {
  const next = items.length === BLOG_PAGE_SIZE && items[0]?.pageId !== '' ? BLOG_PAGE_SIZE : undefined
  store.put(parentId, { nodes: items.map(asNode), next })
  for (const item of items) {
    if (item.children.length === 0) continue
    const { id } = asNode(item)
    put(store, id, item.children)
    void store.expand(id)
  }
}

/** Posts by year and month; months load on demand. */
export function BlogTree({ spaceKey, items, currentId }: BlogTreeProps) {
  const client = useQueryClient()
  const store = useMemo(() => {
    const made = blogStore(spaceKey)
    const given =
      items ?? client.getQueryData<PageTreeItem[]>(queryOptionsFor(blogSubtree, { query: { spaceKey } }).queryKey)
    if (given) put(made, null, given)
    return made
  }, [spaceKey, items, client])
  useEffect(() => {
    void store.ensure(null)
    return () => store.close()
  }, [store])
  return (
    <NavSection title={t('Blog')}>
      <TreeView
        label={t('Blog')}
        tree={store}
        currentId={currentId}
        empty={<EmptyState title={t('There are no blog posts here yet.')} />}
      />
    </NavSection>
  )
}
