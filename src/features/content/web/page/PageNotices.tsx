import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { useLocation } from '#platform/web/router.tsx'
import { pageData } from '#platform/web/session.ts'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import { updateContent } from '../../contract.ts'
import { discardDraft } from '../../versions-contract.ts'
import { PageNoticesView } from '../../view/PageNoticesView.tsx'
import { getPageView, type PageView } from '../../view-contract.ts'
import { refreshPageTree } from '../tree/space-tree.ts'

export function PageNotices({ view }: { view: PageView }) {
  const reader = useReader()
  const { pathname, search } = useLocation()
  const invalidate = useInvalidate()
  const run = async (action: 'discard-draft' | 'restore') => {
    try {
      if (action === 'discard-draft') await call(discardDraft, { params: { id: view.id } })
      else {
        const body = { type: view.type, title: view.title, status: 'current', version: { number: view.version + 1 } }
        await call(updateContent, { params: { id: view.id }, body })
        await refreshPageTree(view.space.key, [view.parentId])
      }
      await invalidate(getPageView)
      showSuccess(action === 'restore' ? t('The page is back') : t('Your unpublished changes are discarded'))
    } catch (error) {
      showFailure(t('This could not be done'), error)
    }
  }
  return (
    <PageNoticesView
      view={view}
      reader={reader}
      isAnonymous={pageData().user === null}
      hasExternalUsers={pageData().site.hasExternalUsers}
      here={pathname + search}
      {...(reader.isLive ? { onAction: action => void run(action) } : {})}
    />
  )
}
