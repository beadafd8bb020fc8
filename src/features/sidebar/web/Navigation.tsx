import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { useLocation } from '#platform/web/router.tsx'
import { useSidebar } from '#platform/web/shell/sidebar-store.ts'
import type { SpaceSlotContext } from '#features/content/web/index.ts'
import type { SidebarView } from '../contract.ts'
import { Flyout } from '../view/Flyout.tsx'
import { type NavigationKind, navigationKind, NavigationView, SettingsNavView } from '../view/NavigationView.tsx'
import { SideIcon } from '../view/SideIcon.tsx'
import { OnDemand } from './OnDemand.tsx'
import { sidebarViewOf } from './view.ts'

/** Page tree, child pages, blog tree or settings. Collapsed: a flyout. */
export function Navigation(context: SpaceSlotContext & { pages: ReactNode }) {
  const reader = useReader()
  const { configuring } = useSidebar()
  const { pathname } = useLocation()
  const view = sidebarViewOf(context)
  if (configuring) return null
  const kind = view ? navigationKind(view, context.place, isBlogAt(view, context.contentId)) : 'pages'
  if (view && !reader.isLive)
    return <NavigationView view={view} kind={kind} reader={reader} path={pathname} pages={context.pages} />
  const content = view ? <LiveNavigation {...context} view={view} kind={kind} /> : context.pages
  if (!context.collapsed) return content
  return (
    <>
      {kind !== 'nothing' && (
        <Flyout
          id="space-navigation-flyout"
          className="ox-flyout-tree"
          label={t(LABELS[kind])}
          icon={<SideIcon name="tree" />}
          side="beside"
          collapsed
        >
          {() => content}
        </Flyout>
      )}
      <div className="ox-space-filler" />
    </>
  )
}

const LABELS = { settings: 'Space settings', blog: 'Blog', pages: 'Pages', 'child-pages': 'Child pages' } as const

function LiveNavigation(
  props: SpaceSlotContext & { pages: ReactNode; view: SidebarView; kind: NavigationKind },
): ReactNode {
  const { spaceKey, contentId, view, kind, pages } = props
  const reader = useReader()
  const { pathname } = useLocation()
  switch (kind) {
    case 'settings':
      return <SettingsNavView links={view.advancedLinks} reader={reader} path={pathname} />
    case 'blog': {
      const items = props.place === 'blogs' || isBlogAt(view, contentId) ? (view.blog ?? undefined) : undefined
      return (
        <OnDemand>
          {({ BlogTree }) => (
            <BlogTree spaceKey={spaceKey} items={items} currentId={props.place === 'blogs' ? undefined : contentId} />
          )}
        </OnDemand>
      )
    }
    case 'pages':
      return pages
    case 'child-pages':
      return (
        <OnDemand>
          {({ ChildPagesNav }) => <ChildPagesNav contentId={contentId} given={view.childPages} spaceKey={spaceKey} />}
        </OnDemand>
      )
    case 'nothing':
      return <div className="ox-space-tree" />
  }
}

/** Whether the embedded blog tree is open at this post. */
function isBlogAt({ blog }: SidebarView, contentId: string | undefined): boolean {
  if (contentId === undefined) return false
  return (
    blog?.some(year => year.children.some(month => month.children.some(post => post.pageId === contentId))) ?? false
  )
}
