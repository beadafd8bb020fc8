import { lazy, Suspense } from 'react'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { slot } from '#platform/web/slots.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { CONTENT_LINKS_PATH, NAVIGATOR_PATH } from '../shared.ts'
import { dialogShown } from './dialog-shown.ts'

const AppSwitcher = lazy(() => import('./AppSwitcher.tsx'))
const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'))

export const appSwitcherWeb = webFeature({
  name: 'app-switcher',
  routes: [
    screenRoute({
      path: NAVIGATOR_PATH,
      screen: () => import('./NavigatorScreen.tsx'),
      // Without the sidebar of the administration, which is for who has confirmed their password.
      prepare: () => ({ title: t('Customize navigator') }),
    }),
    screenRoute({
      path: CONTENT_LINKS_PATH,
      screen: () => import('./ContentLinksScreen.tsx'),
      prepare: ({ search }) => ({
        title: t('Customize shortcuts'),
        spacePlace: 'settings' as const,
        ...(typeof search['entityKey'] === 'string' ? { spaceKey: search['entityKey'] } : {}),
      }),
    }),
  ],
  slots: [
    slot('header.apps', {
      id: 'app-switcher',
      render: ({ spaceKey, close }) => (
        <Suspense fallback={<SkeletonText lines={4} />}>
          <AppSwitcher spaceKey={spaceKey} close={close} />
        </Suspense>
      ),
    }),
    slot('frame.footer', { id: 'related-links', render: () => <OpenDialog /> }),
  ],
})

function OpenDialog() {
  const entity = dialogShown.use()
  return (
    entity && (
      <Suspense>
        <ShortcutsDialog entity={entity} onClose={() => dialogShown.set(undefined)} />
      </Suspense>
    )
  )
}
