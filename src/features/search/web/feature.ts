import { createElement } from 'react'
import { type Frame, screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { pagesOptionsFor } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { slot } from '#platform/web/slots.tsx'
import { titleAddress } from '#features/content-core/address-shared.ts'
import { hasCriteria, readSearchAddress, SEARCH_PATH, siteSearchArguments } from '../address-shared.ts'
import { siteSearch } from '../contract.ts'
import { Candidates } from './Candidates.tsx'
import { QuickSuggestions } from './suggestions/QuickSuggestions.tsx'

export const search = webFeature({
  name: 'search',
  routes: [
    screenRoute({
      path: SEARCH_PATH,
      screen: () => import('./SearchScreen.tsx'),
      prepare: async ({ search: parameters, query }): Promise<Frame> => {
        const criteria = readSearchAddress(parameters)
        // Errors show on the screen.
        if (criteria.cql === null && hasCriteria(criteria))
          await query.prefetchInfiniteQuery(pagesOptionsFor(siteSearch, siteSearchArguments(criteria) as never))
        const words = criteria.queryString.trim()
        return { title: words === '' ? t('Search') : `${words} - ${t('Search')}` }
      },
    }),
  ],
  slots: [
    slot('header.search', { id: 'search', render: context => createElement(QuickSuggestions, context) }),
    slot('frame.missing', {
      id: 'search',
      order: 1,
      render: ({ path }) => {
        const address = pageData().user ? titleAddress(path) : undefined
        return address ? createElement(Candidates, { key: path, address }) : null
      },
    }),
  ],
})
