import { Suspense } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/ui/Section.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { TemplatesManager } from '#features/templates/web/index.ts'
import { spaceKeyIn, SettingsPage } from './SettingsPage.tsx'

/** Templates of a space. */
export default function TemplatesScreen({ search }: ScreenProps) {
  return (
    <SettingsPage current="/pages/templates2/listpagetemplates.action" spaceKey={spaceKeyIn(search)}>
      {space => (
        <Section
          title={t('Content Templates')}
          description={t('“Create” offers them in this space, beside those of the site.')}
        >
          <Suspense fallback={<SkeletonText lines={6} />}>
            <TemplatesManager key={space.key} spaceKey={space.key} />
          </Suspense>
        </Section>
      )}
    </SettingsPage>
  )
}
