import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { TimeView } from '#platform/view/TimeView.tsx'
import { listViewers } from '#features/analytics/contract.ts'
import { PersonNameView } from '../../view/PersonNameView.tsx'
import css from './viewers.module.css'

/** Recent viewers of a page, the last one first. */
export default function ViewersDialog({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const reader = useReader()
  const answer = useEndpoint(listViewers, { params: { id: pageId } }, { staleTime: 0 })
  return (
    <Dialog id="page-viewers-dialog" title={t('Who viewed this page')} width={480} onClose={onClose}>
      <p className="ox-hint">{t('In the last 90 days, without visitors and users who do not want to be recorded.')}</p>
      <Loaded answer={answer} failure={t('The list could not be read')} skeleton={4}>
        {({ results }) =>
          results.length === 0 ? (
            <p>{t('Nobody yet.')}</p>
          ) : (
            <ul className={css.viewers}>
              {results.map(({ person, views, lastViewedAt }) => (
                <li key={person?.userKey ?? lastViewedAt}>
                  <PersonNameView person={person} reader={reader} />
                  <span className={css.facts}>
                    {t('{{count}} views', { count: views })} · <TimeView at={lastViewedAt} reader={reader} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
