import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useLocation } from '#platform/web/router.tsx'
import { useSidebar } from '#platform/web/shell/sidebar-store.ts'
import type { SpaceSlotContext } from '#features/content/web/index.ts'
import type { SidebarLink, SidebarView } from '../contract.ts'
import { Flyout } from './Flyout.tsx'
import { OnDemand } from './OnDemand.tsx'
import { SideIcon } from './SideIcon.tsx'
import { viewOf } from './view.ts'

/** One of: the page tree, child pages, the blog's tree, the space's settings. Collapsed, it flies out of an icon. */
export function Navigation(context: SpaceSlotContext & { pages: ReactNode }) {
  const { configuring } = useSidebar()
  const view = viewOf(context)
  if (configuring) return null
  const shown = view ? shownOf(context, view) : { label: t('Pages'), content: context.pages }
  if (!context.collapsed) return shown?.content ?? <div className="ox-space-tree" />
  return (
    <>
      {shown && (
        <Flyout id="space-navigation-flyout" className="ox-flyout-tree" label={shown.label} icon={<SideIcon name="tree" />} side="beside" collapsed>
          {() => shown.content}
        </Flyout>
      )}
      <div className="ox-space-filler" />
    </>
  )
}

function shownOf(context: SpaceSlotContext & { pages: ReactNode }, view: SidebarView): { label: string; content: ReactNode } | undefined {
  const { spaceKey, contentId, place } = context
  if (place === 'settings') return { label: t('Space settings'), content: <SettingsNav links={view.advancedLinks} /> }
  if (place === 'blogs') return { label: t('Blog'), content: <OnDemand>{({ BlogTree }) => <BlogTree spaceKey={spaceKey} items={undefined} currentId={undefined} />}</OnDemand> }
  if (contentId !== undefined && holds(view, contentId)) {
    return { label: t('Blog'), content: <OnDemand>{({ BlogTree }) => <BlogTree spaceKey={spaceKey} items={view.blog ?? undefined} currentId={contentId} />}</OnDemand> }
  }
  if (view.pageTreeState === 'hide') return undefined
  if (view.navType === 'page-tree') return { label: t('Pages'), content: context.pages }
  return { label: t('Child pages'), content: <OnDemand>{({ ChildPagesNav }) => <ChildPagesNav contentId={contentId} given={view.childPages} spaceKey={spaceKey} />}</OnDemand> }
}

/** Whether the blog's tree that came along is open at this post. */
function holds({ blog }: SidebarView, contentId: string): boolean {
  return blog?.some(year => year.children.some(month => month.children.some(post => post.pageId === contentId))) ?? false
}

function SettingsNav({ links }: { links: readonly SidebarLink[] }) {
  const { pathname } = useLocation()
  return (
    <>
      <div className="ox-tree-head">
        <span>{t('Space settings')}</span>
      </div>
      <nav className="ox-space-tree ox-side-nav" aria-label={t('Space settings')}>
        <ul>
          {links.map(link => (
            <li key={link.id}>
              <a href={link.url} aria-current={link.url.split('?', 1)[0] === pathname ? 'page' : undefined}>
                <span>{link.title}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
