import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { treeChildren } from '#features/content/contract.ts'
import { TREE_PAGE_SIZE } from '#features/content/shared.ts'
import { type ChildPages, getChildPages } from '../contract.ts'
import { ChildPagesView } from '../view/NavigationView.tsx'

interface ChildPagesNavProps {
  spaceKey: string
  contentId: string | undefined
  /** Embedded child pages of the document's page. */
  given: ChildPages | null
}

/** Parent, current page and children. */
export function ChildPagesNav({ spaceKey, contentId, given }: ChildPagesNavProps) {
  const came = given && (contentId === undefined || given.currentPage.pageId === contentId) ? given : null
  const { data, error } = useEndpoint(
    getChildPages,
    { query: { pageId: contentId ?? '' } },
    { enabled: came === null && contentId !== undefined },
  )
  const pages = came ?? data
  if (pages) return <List key={pages.currentPage.pageId} spaceKey={spaceKey} pages={pages} />
  return (
    <div className="ox-space-tree">
      {contentId !== undefined &&
        (error ? <p className="ox-space-failure">{error.message}</p> : <SkeletonText lines={4} />)}
    </div>
  )
}

type Child = ChildPages['initialChildPages'][number]

function List({ pages, spaceKey }: { pages: ChildPages; spaceKey: string }) {
  const reader = useReader()
  const { currentPage, initialChildPages } = pages
  const [further, setFurther] = useState<readonly Child[]>([])
  const [isLoading, setLoading] = useState(false)

  const more = async () => {
    setLoading(true)
    try {
      if (further.length === 0) {
        const all =
          pages.remainingChildPages.length > 0
            ? pages
            : await call(getChildPages, { query: { pageId: currentPage.pageId } })
        setFurther(all.remainingChildPages)
      } else {
        const query = {
          parent: Number(currentPage.pageId),
          start: initialChildPages.length + further.length,
          limit: TREE_PAGE_SIZE,
        }
        const { results } = await call(treeChildren, { params: { key: spaceKey }, query })
        setFurther([...further, ...results.map(({ id, title, url }) => ({ pageId: id, title, url }))])
      }
    } catch (error) {
      showFailure(t('The child pages could not be read'), error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <ChildPagesView pages={pages} reader={reader} further={further} isLoading={isLoading} onMore={() => void more()} />
  )
}
