import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { readSearchAddress, searchHref, type SearchAddress } from '../address-shared.ts'
import { AdvancedSearch } from './AdvancedSearch.tsx'
import { PlainSearch } from './PlainSearch.tsx'

/** Search screen; its state is the address. */
export default function SearchScreen({ search }: ScreenProps) {
  const criteria = readSearchAddress(search)
  const onChange = (changes: Partial<SearchAddress>) => navigateTo(searchHref({ ...criteria, ...changes }))
  return (
    <PageFrame title={t('Search')} article={false} contentClass="search">
      {criteria.cql === null ? (
        <PlainSearch criteria={criteria} onChange={onChange} />
      ) : (
        <AdvancedSearch key={criteria.cql} cql={criteria.cql} onChange={onChange} />
      )}
    </PageFrame>
  )
}
