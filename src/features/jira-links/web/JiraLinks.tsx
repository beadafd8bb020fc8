import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { pageViewOptions } from '#features/content/web/index.ts'
import { JIRA_LINKS_PART } from '../shared.ts'

const LinkCount = lazy(() => import('./LinkCount.tsx'))

/** The count of a page's links to Jira. Nothing is loaded or asked where no Jira is linked. */
export function JiraLinks({ pageId }: { pageId: string }) {
  const { data: view } = useQuery(pageViewOptions(pageId))
  if (view?.parts[JIRA_LINKS_PART] !== true) return null
  return (
    <Suspense>
      <LinkCount pageId={pageId} />
    </Suspense>
  )
}
