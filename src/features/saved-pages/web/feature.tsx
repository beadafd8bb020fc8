import './saved.css'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { pagesOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { listSaved } from '../contract.ts'
import { SAVED_AT_ONCE, SAVED_PATH } from '../shared.ts'
import { SaveButton } from './SaveButton.tsx'

export const savedPagesWeb = webFeature({
  name: 'saved-pages',
  routes: [
    screenRoute({
      path: SAVED_PATH,
      screen: () => import('./SavedScreen.tsx'),
      prepare: async ({ query }) => {
        await query.ensureInfiniteQueryData(pagesOptionsFor(listSaved, { query: { limit: SAVED_AT_ONCE } }))
        return { title: t('Saved for later') }
      },
    }),
  ],
  slots: [
    // Last in the slot, as rendered by the server: before the page's actions.
    slot('page.actions', {
      id: 'saved',
      order: 1000,
      inDocument: true,
      render: ({ contentId, mode }) => (mode === 'view' ? <SaveButton key={contentId} pageId={contentId} /> : null),
    }),
    slot('header.user', {
      id: 'saved',
      order: 20,
      render: ({ close }) => (
        <a className="ox-panel-item" href={SAVED_PATH} onClick={close}>
          {t('Saved for later')}
        </a>
      ),
    }),
  ],
})
