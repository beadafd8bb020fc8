import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { useLocation } from '#platform/web/router.tsx'
import { pageData } from '#platform/web/session.ts'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import { useWhen } from '#platform/web/useWhen.ts'
import { updateContent } from '../../contract.ts'
import { pageNotices, type PageNotice } from '../../page-links.ts'
import { discardDraft } from '../../versions-contract.ts'
import { getPageView, type PageView } from '../../view-contract.ts'
import { refreshPageTree } from '../tree/space-tree.ts'

/** What stands above the title: trash, an old version, unpublished changes, not signed in. */
export function PageNotices({ view }: { view: PageView }) {
  const { pathname, search } = useLocation()
  const notices = pageNotices(view, {
    isAnonymous: pageData().user === null,
    here: pathname + search,
    locale: locale(),
    when: useWhen(),
  })
  return notices.map(notice => (
    <div key={notice.id} className="ox-page-notice" data-tone={notice.tone} role="status">
      <p>{t(notice.text, { ...notice.values })}</p>
      <NoticeLinks notice={notice} view={view} />
    </div>
  ))
}

function NoticeLinks({ notice, view }: { notice: PageNotice; view: PageView }) {
  const client = useQueryClient()
  const run = async (action: 'discard-draft' | 'restore') => {
    try {
      if (action === 'discard-draft') await call(discardDraft, { params: { id: view.id } })
      else {
        const body = { type: view.type, title: view.title, status: 'current', version: { number: view.version + 1 } }
        await call(updateContent, { params: { id: view.id }, body })
        await refreshPageTree(view.space.key, [view.parentId])
      }
      await client.invalidateQueries({ queryKey: allOf(getPageView) })
      showToast({ kind: 'success', title: action === 'restore' ? t('The page is back') : t('Your unpublished changes are discarded') })
    } catch (error) {
      showFailure(t('This could not be done'), error)
    }
  }
  if (notice.links.length === 0) return null
  return (
    <p className="ox-page-notice-links">
      {notice.links.map(({ label, href, action }) =>
        action ? (
          <button key={label} type="button" onClick={() => void run(action)}>
            {t(label)}
          </button>
        ) : (
          <a key={label} href={href}>
            {t(label)}
          </a>
        ),
      )}
    </p>
  )
}
