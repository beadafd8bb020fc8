import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { growing } from '#platform/web/lists.ts'
import { allOf, usePages } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { useWhen } from '#platform/web/useWhen.ts'
import { getPageView } from '#features/content/contract.ts'
import { listSaved, unsavePage } from '../contract.ts'
import { SAVED_AT_ONCE } from '../shared.ts'

/** The pages that one saved for later, last saved first. */
export default function SavedScreen() {
  const client = useQueryClient()
  const when = useWhen()
  const pages = growing(usePages(listSaved, { query: { limit: SAVED_AT_ONCE } }))
  const remove = useAction(async (id: string) => {
    await call(unsavePage, { params: { id } })
    await Promise.all([client.invalidateQueries({ queryKey: allOf(listSaved) }), client.invalidateQueries({ queryKey: allOf(getPageView) })])
  })
  return (
    <PageFrame title={t('Saved for later')} width="normal" article={false}>
      <Listing
        list={pages}
        failure={t('The list could not be read')}
        empty={<EmptyState title={t('Nothing saved yet')}>{t('Use “Save for later” at the top of a page to keep it here.')}</EmptyState>}
      >
        {rows => (
          <ul className="ox-saved">
            {rows.map(({ id, title, url, space, savedAt }) => (
              <li key={id}>
                <a href={url}>{title}</a>
                <span>{space.name}</span>
                <time dateTime={savedAt}>{when(savedAt)}</time>
                <Button size="small" variant="subtle" aria-label={t('Remove “{{title}}”', { title })} onPress={() => void remove.run(id)}>
                  {t('Remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Listing>
      {remove.error && <p className="ox-error" role="alert">{remove.error.message}</p>}
    </PageFrame>
  )
}
