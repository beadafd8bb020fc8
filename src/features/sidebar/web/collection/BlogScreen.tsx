import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { CollectionScreen } from './CollectionScreen.tsx'

/** The posts of a space, newest first. */
export default function BlogScreen({ search }: ScreenProps) {
  return (
    <CollectionScreen
      of="blogs"
      spaceKey={String(search['key'])}
      title={t('Blog')}
      createLabel={t('Create blog post')}
      empty={t('There are no blog posts here yet.')}
    />
  )
}
