import { Suspense } from 'react'
import { t } from '#platform/web/i18n.ts'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { TemplatesManager } from '#features/templates/web/index.ts'
import { AdminPage } from './AdminPage.tsx'

/** Templates of the site. */
export default function TemplatesScreen() {
  return (
    <AdminPage title={t('Content Templates')}>
      <Suspense fallback={<SkeletonText lines={6} />}>
        <TemplatesManager />
      </Suspense>
    </AdminPage>
  )
}
