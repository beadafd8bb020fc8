import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { allOf } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { useFrame } from '#platform/web/router.tsx'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { editPath } from '../../page-links.ts'
import { BlankView } from '../../view/ArticleView.tsx'
import { ByLineView } from '../../view/ByLineView.tsx'
import { pageHeading } from '../../view/PageMainView.tsx'
import { getPageView, type PageView } from '../../view-contract.ts'
import { Article } from '../article/Article.tsx'
import { pageViewOptions, versionIn } from '../page-route.ts'
import { trackEditShortcut } from './edit-clicks.ts'
import { Outline } from './Outline.tsx'
import { PageActions } from './PageActions.tsx'
import { PageNotices } from './PageNotices.tsx'
import { usePageWidth } from './page-width.ts'

export default function PageScreen({ search }: ScreenProps) {
  const { contentId = '' } = useFrame()
  const version = versionIn(search)
  const { data: view } = useQuery({ ...pageViewOptions(contentId, version), refetchOnMount: true })
  return view ? <Page key={view.id} view={view} version={version} /> : null
}

function Page({ view, version }: { view: PageView; version: number | undefined }) {
  const { width } = usePageWidth()
  const client = useQueryClient()
  const reader = useReader()
  useShortcut({ id: 'page.edit', keys: 'e', label: 'Edit this page', group: 'Page' }, () => {
    if (!view.permissions.update) return false
    trackEditShortcut()
    navigateTo(editPath(view))
    return true
  })
  useScrollToSection(view.id)
  return (
    <PageFrame
      {...pageHeading(view)}
      width={width}
      banner={<PageNotices view={view} />}
      actions={<PageActions view={view} />}
      byline={<ByLineView view={view} reader={reader} />}
      rail={<Outline html={view.html} />}
      slots={{ contentId: view.id, version, spaceKey: view.space.key, mode: 'view' }}
      article={false}
    >
      <Article
        html={view.html}
        contentId={view.id}
        mayUpdate={view.permissions.update && view.shownVersion === null && view.status === 'current'}
        // Refetched on return: the displayed article already has the change.
        onChanged={() => void client.invalidateQueries({ queryKey: allOf(getPageView), refetchType: 'none' })}
      />
      <BlankView view={view} reader={reader} />
    </PageFrame>
  )
}

/** Scrolls to the hash after client-side navigation. */
function useScrollToSection(pageId: string): void {
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1))
    if (id !== '') document.getElementById(id)?.scrollIntoView()
  }, [pageId])
}
