import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages, useInvalidate } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { useWhen } from '#platform/web/useWhen.ts'
import { getPageView } from '#features/content/contract.ts'
import { listSaved, unsavePage } from '../contract.ts'
import { SAVED_AT_ONCE } from '../shared.ts'

export default function SavedScreen() {
  const invalidate = useInvalidate()
  const when = useWhen()
  const pages = growingList(usePages(listSaved, { query: { limit: SAVED_AT_ONCE } }))
  const remove = useAction(async (id: string) => {
    await call(unsavePage, { params: { id } })
    await invalidate(listSaved, getPageView)
  })
  return (
    <PageFrame title={t('Saved for later')} width="normal" article={false}>
      <Listing
        list={pages}
        failure={t('The list could not be read')}
        empty={
          <EmptyState title={t('Nothing saved yet')}>
            {t('Use “Save for later” at the top of a page to keep it here.')}
          </EmptyState>
        }
      >
        {rows => (
          <ul className="ox-saved">
            {rows.map(({ id, title, url, space, savedAt }) => (
              <li key={id}>
                <a href={url}>{title}</a>
                <span>{space.name}</span>
                <time dateTime={savedAt}>{when(savedAt)}</time>
                <Button
                  size="small"
                  variant="subtle"
                  aria-label={t('Remove “{{title}}”', { title })}
                  onPress={() => void remove.run(id)}
                >
                  {t('Remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Listing>
      <ErrorText error={remove.error} />
    </PageFrame>
  )
}
