import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { shared } from '#platform/web/shared.ts'
import { spaceTree } from '#features/content/web/index.ts'

const FromPageDialog = lazy(() => import('./FromPageDialog.tsx'))

/** Page that a template is made of. */
const pageOfTemplate = shared<string | undefined>(undefined)

/** Menu entry for administrators of the space, who may create its templates. */
export function FromPageEntry({ pageId, spaceKey, close }: { pageId: string; spaceKey: string; close: () => void }) {
  const facts = spaceTree(useQueryClient(), spaceKey).space
  if (!facts?.canAdminister || facts.isReadOnly || pageData().accessMode.mode === 'READ_ONLY') return null
  return (
    <button
      type="button"
      id="create-template-link"
      className="ox-panel-item"
      onClick={() => {
        close()
        pageOfTemplate.set(pageId)
      }}
    >
      {t('Create template from this page…')}
    </button>
  )
}

export function FromPageHost({ pageId }: { pageId: string }) {
  const isOpen = pageOfTemplate.use() === pageId
  useEffect(() => () => pageOfTemplate.set(undefined), [])
  if (!isOpen) return null
  return (
    <Suspense>
      <FromPageDialog pageId={pageId} onClose={() => pageOfTemplate.set(undefined)} />
    </Suspense>
  )
}
