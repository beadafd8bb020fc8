import { t } from '#platform/web/i18n.ts'
import { growing } from '#platform/web/lists.ts'
import { useParts } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { whenExactly } from '#features/content/web/index.ts'
import type { CollectionName } from '../../collections.ts'
import { listCollection } from '../../contract.ts'

interface CollectionScreenProps {
  of: CollectionName
  spaceKey: string
  title: string
  createLabel: string
  empty: string
}

/** The pages or the posts of a space, newest first. The server draws the first of them. */
export function CollectionScreen({ of, spaceKey, title, createLabel, empty }: CollectionScreenProps) {
  const parts = useParts(listCollection, { params: { key: spaceKey }, query: { of } })
  const { first } = parts
  return (
    <PageFrame
      title={title} width="wide" article={false} contentClass=""
      breadcrumbs={first ? [{ label: first.space.name, href: first.space.url }] : []}
    >
      {first && first.createLink !== '' && (
        <p>
          <a className="ox-create" href={first.createLink}>
            {createLabel}
          </a>
        </p>
      )}
      <Listing list={growing(parts)} failure={t('The list could not be read')} empty={<EmptyState title={empty} />}>
        {items => (
          <ul className="ox-collection">
            {items.map(item => (
              <li key={item.id}>
                <a href={item.url}>{item.title}</a>
                <span>
                  {item.authorName}, {whenExactly(item.at, pageData().locale)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </PageFrame>
  )
}
