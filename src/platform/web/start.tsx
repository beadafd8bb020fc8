import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { nameAnnouncements } from './announcements.ts'
import type { WebFeature } from './feature.ts'
import { startI18n, type TextFiles } from './i18n.ts'
import { interceptLinks, type Navigator } from './navigation.ts'
import { createQueryClient } from './query.ts'
import { type AppRouter, buildRouter, navigatorOf } from './router.tsx'
import { pageData } from './session.ts'
import { registerSettingsAreas } from './settings-areas.ts'
import { platformRoutes } from './shell/platform-routes.ts'
import { ErrorScreen } from './shell/ErrorScreen.tsx'
import { NotFoundScreen } from './shell/NotFoundScreen.tsx'
import { Shell } from './shell/Shell.tsx'
import { ServerDocument } from './shell/server-markup.ts'
import { registerShortcuts, startShortcuts } from './shortcuts/registry.ts'
import { registerSlot } from './slots.tsx'
import { trackFocus } from './ui/focus-restore.ts'
import { IconDefaults } from './ui/IconDefaults.tsx'
import { registerTracker } from './tracking.ts'
import { startClock } from './useWhen.ts'

/** Starts the app: hydrates `#app`. The first screen's chunk, texts and data are loaded before rendering. */
export async function start(features: readonly WebFeature[], texts: TextFiles): Promise<void> {
  const container = document.getElementById('app')
  if (!container) throw new Error('The document has no element #app')
  const data = pageData()
  forgoStyleElement()
  setAriaLocale(data.locale)
  for (const feature of features) {
    for (const entry of feature.slots ?? []) registerSlot(entry.name, entry as never)
    registerShortcuts(feature.shortcuts ?? [])
    registerSettingsAreas(feature.settingsAreas ?? [])
    if (feature.tracker) registerTracker(feature.tracker)
  }
  const query = createQueryClient(data.queries)
  const routes = [...features.flatMap(feature => feature.routes ?? []), ...platformRoutes]
  const sent = new ServerDocument(container, data.main === 'document')
  const router = buildRouter(
    routes,
    query,
    {
      shell: () => <Shell sent={sent} />,
      error: ErrorScreen,
      notFound: NotFoundScreen,
    },
    sent,
  )
  // Document titles need the texts.
  await startI18n(data.locale, texts)
  await router.load()
  trackFocus()
  nameAnnouncements()
  startShortcuts()
  startClock()
  hydrateRoot(container, <App query={query} router={router} navigator={navigatorOf(router, routes, query)} />)
}

/** Intercepts links once the router listens; earlier, only the address would change. */
function App({ query, router, navigator }: { query: QueryClient; router: AppRouter; navigator: Navigator }) {
  useLayoutEffect(() => interceptLinks(navigator), [navigator])
  return (
    <IconDefaults>
      <QueryClientProvider client={query}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </IconDefaults>
  )
}

/** React Aria would add a style element, which the CSP refuses, unless its id exists; base.css has the rule. */
function forgoStyleElement(): void {
  const id = 'react-aria-pressable-style'
  if (document.getElementById(id)) return
  const placeholder = document.createElement('meta')
  placeholder.id = id
  document.head.append(placeholder)
}

/**
 * Sets React Aria's locale to the document's, at the place where it looks. Its provider would add to the first load.
 */
function setAriaLocale(locale: string): void {
  Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: locale })
}
