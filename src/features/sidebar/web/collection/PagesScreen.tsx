import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { CollectionScreen } from './CollectionScreen.tsx'

/** The pages of a space, last changed first. */
export default function PagesScreen({ search }: ScreenProps) {
  return (
    <CollectionScreen
      of="pages"
      spaceKey={String(search['key'])}
      title={t('Pages')}
      createLabel={t('Create page')}
      empty={t('There are no pages here yet.')}
    />
  )
}
