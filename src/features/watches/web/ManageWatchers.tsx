import { useAction } from '#platform/web/form.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages, useInvalidate } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { getPageView } from '#features/content/contract.ts'
import { listContentWatchers, listSpaceWatchers, unwatchContent, type WatchState } from '../contract.ts'

const AT_ONCE = 50

/** Watchers of a page (removable by administrators) and of its space. */
export default function ManageWatchers({
  pageId,
  state,
  onClose,
}: {
  pageId: string
  state: WatchState
  onClose: () => void
}) {
  const invalidate = useInvalidate()
  const ofPage = growingList(usePages(listContentWatchers, { params: { id: pageId }, query: { limit: AT_ONCE } }))
  const ofSpace = growingList(
    usePages(listSpaceWatchers, { params: { key: state.spaceKey }, query: { limit: AT_ONCE } }),
  )
  const remove = useAction(async (username: string) => {
    await call(unwatchContent, { params: { id: pageId }, query: { username } })
    await invalidate(listContentWatchers, getPageView)
  })
  return (
    <Dialog id="manage-watchers-dialog" title={t('Manage Watchers')} width={520} onClose={onClose}>
      <h3>{t('Watchers of this page')}</h3>
      <Listing
        list={ofPage}
        failure={t('The watchers could not be read')}
        skeleton={{ rows: 2 }}
        empty={<p>{t('This page has no watchers.')}</p>}
      >
        {rows => (
          <ul className="ox-watchers">
            {rows.map(({ displayName, username }) => (
              <li key={String(username)}>
                <span>{displayName}</span>
                <Button
                  size="small"
                  aria-label={t('Remove {{name}}', { name: displayName })}
                  onPress={() => void remove.run(String(username))}
                >
                  {t('Remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Listing>
      <ErrorText error={remove.error} />
      <h3>{t('Watchers of this space')}</h3>
      <Listing
        list={ofSpace}
        failure={t('The watchers could not be read')}
        skeleton={{ rows: 2 }}
        empty={<p>{t('This space has no watchers.')}</p>}
      >
        {rows => (
          <ul className="ox-watchers">
            {rows.map(({ displayName, username }) => (
              <li key={String(username)}>{displayName}</li>
            ))}
          </ul>
        )}
      </Listing>
    </Dialog>
  )
}
