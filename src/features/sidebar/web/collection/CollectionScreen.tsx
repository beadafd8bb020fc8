import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { useParts } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { COLLECTIONS, type CollectionName } from '../../collections.ts'
import { listCollection } from '../../contract.ts'
import { CollectionView, CreateInCollectionView } from '../../view/CollectionView.tsx'

/** Pages or posts of a space, newest first. */
export function CollectionScreen({ of, spaceKey }: { of: CollectionName; spaceKey: string }) {
  const reader = useReader()
  const { title, empty } = COLLECTIONS[of]
  const parts = useParts(listCollection, { params: { key: spaceKey }, query: { of } })
  const { first } = parts
  return (
    <PageFrame
      title={t(title)}
      width="wide"
      article={false}
      contentClass=""
      breadcrumbs={first ? [{ label: first.space.name, href: first.space.url }] : []}
    >
      {first && <CreateInCollectionView href={first.createLink} name={of} reader={reader} />}
      <Listing
        list={growingList(parts)}
        failure={t('The list could not be read')}
        empty={<EmptyState title={t(empty)} />}
      >
        {items => <CollectionView items={items} reader={reader} />}
      </Listing>
    </PageFrame>
  )
}
