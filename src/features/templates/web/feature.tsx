import './templates.css'
import { lazy, Suspense } from 'react'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { spaceTree } from '#features/content/web/index.ts'
import { templateForm } from '../contract.ts'
import { ENTER_VARIABLES_PATH } from '../shared.ts'
import { indexPageOf } from './begin-draft.ts'
import { beginShown } from './begin-shown.ts'
import { FromPageEntry, FromPageHost } from './FromPage.tsx'
import { placeIn } from './place.ts'

const BeginDialog = lazy(() => import('./BeginDialog.tsx'))
const IndexTip = lazy(() => import('./IndexTip.tsx'))

export const templatesWeb = webFeature({
  name: 'templates',
  routes: [
    screenRoute({
      path: ENTER_VARIABLES_PATH,
      screen: () => import('./EnterVariablesScreen.tsx'),
      prepare: async ({ search, query }) => {
        const { templateId, spaceKey } = placeIn(search)
        const { name } = await query.ensureQueryData(queryOptionsFor(templateForm, { params: { templateId } }))
        if (spaceKey !== '') await spaceTree(query, spaceKey).show(undefined)
        return { title: name, ...(spaceKey ? { spaceKey } : {}) }
      },
    }),
  ],
  slots: [
    slot('header.create', {
      id: 'templates',
      order: 10,
      render: ({ spaceKey, contentId, close }) => (
        <button
          type="button"
          className="ox-panel-item"
          onClick={() => {
            close()
            beginShown.set({ spaceKey, contentId })
          }}
        >
          {t('From template…')}
        </button>
      ),
    }),
    slot('frame.footer', { id: 'templates', render: () => <BeginPlace /> }),
    slot('page.menu', {
      id: 'template-from-page',
      order: 30,
      render: ({ contentId, spaceKey, close }) => (
        <FromPageEntry pageId={contentId} spaceKey={spaceKey} close={close} />
      ),
    }),
    slot('page.actions', {
      id: 'template-from-page',
      order: 920,
      render: ({ contentId, mode }) => (mode === 'view' ? <FromPageHost key={contentId} pageId={contentId} /> : null),
    }),
    slot('page.banner', {
      id: 'blueprint-index',
      render: ({ contentId, mode }) =>
        mode === 'view' &&
        indexPageOf(contentId) && (
          <Suspense>
            <IndexTip key={contentId} contentId={contentId} />
          </Suspense>
        ),
    }),
  ],
})

function BeginPlace() {
  const shown = beginShown.use()
  return <Suspense>{shown && <BeginDialog shown={shown} />}</Suspense>
}
