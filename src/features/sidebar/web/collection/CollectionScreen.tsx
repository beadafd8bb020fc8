import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { whenExactly } from '#features/content/web/index.ts'
import type { CollectionName } from '../../collections.ts'
import { type CollectedPage, listCollection } from '../../contract.ts'

interface CollectionScreenProps {
  of: CollectionName
  spaceKey: string
  title: string
  createLabel: string
  empty: string
}

/** The pages or the posts of a space, newest first. The server draws the first of them. */
export function CollectionScreen({ of, spaceKey, title, createLabel, empty }: CollectionScreenProps) {
  const { data } = useEndpoint(listCollection, { params: { key: spaceKey }, query: { of } })
  const [further, setFurther] = useState<{ items: readonly CollectedPage[]; next: string | null }>()
  const [isLoading, setLoading] = useState(false)
  if (!data) return null
  const items = [...data.results, ...(further?.items ?? [])]
  const next = further ? further.next : data.nextCursor
  const more = async (cursor: string) => {
    setLoading(true)
    try {
      const page = await call(listCollection, { params: { key: spaceKey }, query: { of, cursor } })
      setFurther({ items: [...(further?.items ?? []), ...page.results], next: page.nextCursor })
    } catch (error) {
      showFailure(t('The list could not be read'), error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <PageFrame title={title} width="wide" article={false} contentClass="" breadcrumbs={[{ label: data.space.name, href: data.space.url }]}>
      {data.createLink !== '' && (
        <p>
          <a className="ox-create" href={data.createLink}>
            {createLabel}
          </a>
        </p>
      )}
      {items.length === 0 && <EmptyState title={empty} />}
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
      {next !== null && (
        <Button isPending={isLoading} onPress={() => void more(next)}>
          {t('Show more')}
        </Button>
      )}
    </PageFrame>
  )
}
