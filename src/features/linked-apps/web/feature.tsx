import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { OUTCOME_PATH } from '../shared.ts'

export const linkedAppsWeb = webFeature({
  name: 'linked-apps',
  routes: [
    screenRoute({
      path: OUTCOME_PATH,
      screen: () => import('./OutcomeScreen.tsx'),
      prepare: () => Promise.resolve({ title: t('Approval'), layout: 'bare' as const }),
    }),
  ],
})
