import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { TREE_PAGE_SIZE, treeChildren } from '#features/content/contract.ts'
import { type ChildPages, getChildPages } from '../contract.ts'

interface ChildPagesNavProps {
  spaceKey: string
  contentId: string | undefined
  /** What came with the sidebar: the first child pages of the document's page. */
  given: ChildPages | null
}

/** The page above, the page that is read, and those below it. */
export function ChildPagesNav({ spaceKey, contentId, given }: ChildPagesNavProps) {
  const came = given && (contentId === undefined || given.currentPage.pageId === contentId) ? given : null
  const { data, error } = useEndpoint(getChildPages, { query: { pageId: contentId ?? '' } }, { enabled: came === null && contentId !== undefined })
  const pages = came ?? data
  return (
    <>
      <div className="ox-tree-head">
        <span>{t('Child pages')}</span>
      </div>
      <nav className="ox-space-tree ox-side-nav" aria-label={t('Child pages')}>
        {pages && <List key={pages.currentPage.pageId} spaceKey={spaceKey} pages={pages} />}
        {!pages && contentId !== undefined && (error ? <p className="ox-space-failure">{error.message}</p> : <SkeletonText lines={4} />)}
      </nav>
    </>
  )
}

type Child = ChildPages['initialChildPages'][number]

function List({ pages, spaceKey }: { pages: ChildPages; spaceKey: string }) {
  const { parentPage, currentPage, initialChildPages, remainingCount, createLink } = pages
  const [further, setFurther] = useState<readonly Child[]>([])
  const [isLoading, setLoading] = useState(false)
  const left = remainingCount - further.length

  const more = async () => {
    setLoading(true)
    try {
      if (further.length === 0) {
        const all = pages.remainingChildPages.length > 0 ? pages : await call(getChildPages, { query: { pageId: currentPage.pageId } })
        setFurther(all.remainingChildPages)
      } else {
        const query = { parent: Number(currentPage.pageId), start: initialChildPages.length + further.length, limit: TREE_PAGE_SIZE }
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
          <button type="button" className="ox-side-more" disabled={isLoading} onClick={() => void more()}>
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
  )
}
