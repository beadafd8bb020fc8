import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '#platform/web/form.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf, usePages } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { getPageView } from '#features/content/contract.ts'
import { listContentWatchers, listSpaceWatchers, unwatchContent, type WatchState } from '../contract.ts'

const AT_ONCE = 50

/** Who watches the page, whom an administrator may take off, and who watches all of its space. */
export default function ManageWatchers({ pageId, state, onClose }: { pageId: string; state: WatchState; onClose: () => void }) {
  const client = useQueryClient()
  const ofPage = usePages(listContentWatchers, { params: { id: pageId }, query: { limit: AT_ONCE } })
  const ofSpace = usePages(listSpaceWatchers, { params: { key: state.spaceKey }, query: { limit: AT_ONCE } })
  const remove = useAction(async (username: string) => {
    await call(unwatchContent, { params: { id: pageId }, query: { username } })
    await Promise.all([
      client.invalidateQueries({ queryKey: allOf(listContentWatchers) }),
      client.invalidateQueries({ queryKey: allOf(getPageView) }),
    ])
  })
  return (
    <Dialog id="manage-watchers-dialog" title={t('Manage Watchers')} width={520} onClose={onClose}>
      <h3>{t('Watchers of this page')}</h3>
      {ofPage.isSuccess && ofPage.items.length === 0 && <p>{t('Nobody watches this page.')}</p>}
      <ul className="ox-watchers">
        {ofPage.items.map(({ displayName, username }) => (
          <li key={String(username)}>
            <span>{displayName}</span>
            <Button size="small" aria-label={t('Remove {{name}}', { name: displayName })} onPress={() => void remove.run(String(username))}>
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={ofPage.hasNextPage} isLoading={ofPage.isFetchingNextPage} onLoad={ofPage.more} />
      <h3>{t('Watchers of this space')}</h3>
      {ofSpace.isSuccess && ofSpace.items.length === 0 && <p>{t('Nobody watches this space.')}</p>}
      <ul className="ox-watchers">
        {ofSpace.items.map(({ displayName, username }) => (
          <li key={String(username)}>{displayName}</li>
        ))}
      </ul>
      <LoadMore hasMore={ofSpace.hasNextPage} isLoading={ofSpace.isFetchingNextPage} onLoad={ofSpace.more} />
      {[ofPage.error, ofSpace.error, remove.error].map(error => error && <p key={error.message} className="ox-error" role="alert">{error.message}</p>)}
    </Dialog>
  )
}
