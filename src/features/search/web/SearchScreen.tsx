import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { readSearchAddress, searchHref, type SearchAddress } from '../address.ts'
import { AdvancedSearch } from './AdvancedSearch.tsx'
import { PlainSearch } from './PlainSearch.tsx'

/** The search page. All that is asked for stands in its address. */
export default function SearchScreen({ search }: ScreenProps) {
  const asked = readSearchAddress(search)
  const ask = (changes: Partial<SearchAddress>) => navigateTo(searchHref({ ...asked, ...changes }))
  return (
    <PageFrame title={t('Search')} article={false} contentClass="search">
      {asked.cql === null ? <PlainSearch asked={asked} ask={ask} /> : <AdvancedSearch key={asked.cql} cql={asked.cql} ask={ask} />}
    </PageFrame>
  )
}
