import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { slot } from '#platform/web/slots.tsx'
import { GET_PATH, SHARE_PATH } from '../shared.ts'

/** The bookmarklet, and the window that it opens. */
export const bookmarkletWeb = webFeature({
  name: 'bookmarklet',
  routes: [
    screenRoute({
      path: GET_PATH,
      screen: () => import('./GetScreen.tsx'),
      prepare: () => ({ title: t('Share links') }),
    }),
    screenRoute({
      path: SHARE_PATH,
      screen: () => import('./ShareScreen.tsx'),
      prepare: () => ({ title: t('Share a link'), layout: 'bare' }),
    }),
  ],
  slots: [
    slot('header.help', {
      id: 'bookmarklet',
      render: () => (
        <a className="ox-panel-item" href={GET_PATH}>
          {t('Share links')}
        </a>
      ),
    }),
  ],
})
