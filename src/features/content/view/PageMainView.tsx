import type { ReactNode } from 'react'
import { type Crumb, PageFrameView } from '#platform/view/frame/PageFrameView.tsx'
import type { Reader } from '#platform/view/reader.ts'
import { outlineOf } from '../reading.ts'
import type { PageView } from '../view-contract.ts'
import { ArticleView, BlankView } from './ArticleView.tsx'
import { ByLineView } from './ByLineView.tsx'
import { OutlineView } from './OutlineView.tsx'
import { PageActionsView } from './PageActionsView.tsx'
import { PageNoticesView } from './PageNoticesView.tsx'

/** Title and breadcrumbs of a page. */
export function pageHeading(view: PageView): { title: string; titleHref: string; breadcrumbs: Crumb[] } {
  return {
    title: view.shownVersion?.title ?? view.title,
    titleHref: view.url,
    breadcrumbs: [
      { label: view.space.name, href: view.space.url },
      ...view.ancestors.map(({ title, url }) => ({ label: title, href: url })),
    ],
  }
}

interface PageMainViewProps {
  view: PageView
  reader: Reader
  width: 'normal' | 'full'
  isAnonymous: boolean
  hasExternalUsers: boolean
  /** Path and query of the document. */
  here: string
  /** Actions of features, before the page's own. */
  actions: ReactNode
  after: ReactNode
}

/** Page or post as sent by the server; `PageScreen` composes the same views in the browser. */
export function PageMainView({ view, reader, width, actions, after, ...visit }: PageMainViewProps) {
  return (
    <PageFrameView
      {...pageHeading(view)}
      reader={reader}
      width={width}
      banner={<PageNoticesView view={view} reader={reader} {...visit} />}
      actions={
        <>
          {actions}
          <PageActionsView view={view} reader={reader} />
        </>
      }
      byline={<ByLineView view={view} reader={reader} />}
      rail={<OutlineView entries={outlineOf(view.html)} reader={reader} />}
      after={after}
    >
      <ArticleView html={view.html} />
      <BlankView view={view} reader={reader} />
    </PageFrameView>
  )
}
