import { lazy, Suspense } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { ImportList } from './ImportList.tsx'

const ImportDetail = lazy(() => import('./ImportDetail.tsx'))

/** All imports, or the one of `?import=`. */
export default function ImportsScreen({ search }: ScreenProps) {
  const { import: id, view } = search
  if (typeof id !== 'string' || !/^\d+$/.test(id)) return <ImportList />
  return (
    <Suspense
      fallback={
        <AdminPage title={t('Import')}>
          <SkeletonText lines={4} />
        </AdminPage>
      }
    >
      <ImportDetail key={id} id={id} view={view === 'review' ? view : undefined} />
    </Suspense>
  )
}
