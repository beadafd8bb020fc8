import type { ReactNode } from 'react'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import { TreeRowView } from '#features/content/view/index.ts'
import { NavSection } from './NavSection.tsx'
import type { ChildPages, PageTreeItem, SidebarLink, SidebarView } from '../contract.ts'

/** Navigation below the links. */
export type NavigationKind = 'settings' | 'blog' | 'pages' | 'child-pages' | 'nothing'

/** @param hasBlogAt whether the blog tree is loaded at the current post */
export function navigationKind(
  view: SidebarView,
  place: 'blogs' | 'settings' | undefined,
  hasBlogAt: boolean,
): NavigationKind {
  if (place === 'settings') return 'settings'
  if (place === 'blogs' || hasBlogAt) return 'blog'
  if (view.pageTreeState === 'hide') return 'nothing'
  return view.navType === 'page-tree' ? 'pages' : 'child-pages'
}

interface NavigationViewProps {
  view: SidebarView
  kind: NavigationKind
  reader: Reader
  /** Path of the document. */
  path: string | undefined
  pages: ReactNode
}

/** Page tree, child pages, blog tree or settings, as sent by the server. */
export function NavigationView({ view, kind, reader, path, pages }: NavigationViewProps) {
  switch (kind) {
    case 'settings':
      return <SettingsNavView links={view.advancedLinks} reader={reader} path={path} />
    case 'blog':
      return view.blog ? <BlogTreeView items={view.blog} reader={reader} /> : <div className="ox-space-tree" />
    case 'pages':
      return pages
    case 'child-pages':
      return view.childPages ? (
        <ChildPagesView pages={view.childPages} reader={reader} />
      ) : (
        <div className="ox-space-tree" />
      )
    case 'nothing':
      return <div className="ox-space-tree" />
  }
}

/** Settings links of a space. */
export function SettingsNavView({
  links,
  reader: { t },
  path,
}: {
  links: readonly SidebarLink[]
  reader: Reader
  path: string | undefined
}) {
  return (
    <NavSection title={t('Space settings')} isList>
      <ul>
        {links.map(link => (
          <li key={link.id}>
            <a href={link.url} aria-current={link.url.split('?', 1)[0] === path ? 'page' : undefined}>
              <span>{link.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </NavSection>
  )
}

function BlogTreeView({ items, reader: { t } }: { items: readonly PageTreeItem[]; reader: Reader }) {
  const level = (nodes: readonly PageTreeItem[], depth: number): ReactNode => (
    <ul className="ox-tree-static">
      {nodes.map(item => (
        <li key={`${item.groupType} ${item.groupValue} ${item.pageId}`}>
          <TreeRowView
            title={item.title}
            url={item.url}
            depth={depth}
            state={item.hasChildren ? (item.children.length > 0 ? 'open' : 'closed') : 'leaf'}
            isCurrent={item.active}
          />
          {item.children.length > 0 && level(item.children, depth + 1)}
        </li>
      ))}
    </ul>
  )
  return <NavSection title={t('Blog')}>{level(items, 0)}</NavSection>
}

type Child = ChildPages['initialChildPages'][number]

interface ChildPagesViewProps {
  pages: ChildPages
  reader: Reader
  /** Child pages loaded later. */
  further?: readonly Child[]
  isLoading?: boolean
  onMore?: () => void
}

/** Parent, current page and children. */
export function ChildPagesView({ pages, reader: { t }, further = [], isLoading = false, onMore }: ChildPagesViewProps) {
  const { parentPage, currentPage, initialChildPages, remainingCount, createLink } = pages
  const left = remainingCount - further.length
  return (
    <NavSection title={t('Child pages')} isList>
      <ul>
        {parentPage && (
          <li>
            <a className="ox-side-up" href={parentPage.url} data-tip={parentPage.title}>
              <Icon name="chevron" size={16} />
              <span>{parentPage.title}</span>
            </a>
          </li>
        )}
        <li>
          <a href={currentPage.url} aria-current="page" data-tip={currentPage.title}>
            <span>{currentPage.title}</span>
          </a>
        </li>
        {[...initialChildPages, ...further].map(page => (
          <li key={page.pageId} data-depth="1">
            <a href={page.url} data-tip={page.title}>
              <span>{page.title}</span>
            </a>
          </li>
        ))}
        {left > 0 && (
          <li data-depth="1">
            <button type="button" className="ox-side-more" disabled={isLoading} onClick={onMore}>
              {t('{{count}} more child pages', { count: left })}
            </button>
          </li>
        )}
        {createLink !== '' && (
          <li data-depth="1">
            <a className="ox-side-create" href={createLink}>
              <Icon name="plus" size={16} />
              <span>{t('Create child page')}</span>
            </a>
          </li>
        )}
      </ul>
    </NavSection>
  )
}
