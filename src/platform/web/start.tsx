import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { WebFeature } from './feature.ts'
import { startI18n } from './i18n.ts'
import { registerInsertableMacros } from './insertable-macros.ts'
import { interceptLinks, type Navigator } from './navigation.ts'
import { createQueryClient } from './query.ts'
import { type AppRouter, buildRouter, navigatorOf } from './router.tsx'
import { pageData } from './session.ts'
import { platformRoutes } from './shell/platform-routes.ts'
import { ErrorScreen } from './shell/ErrorScreen.tsx'
import { NotFoundScreen } from './shell/NotFoundScreen.tsx'
import { Shell } from './shell/Shell.tsx'
import { keepServerMarkup } from './shell/server-markup.ts'
import { registerShortcuts, startShortcuts } from './shortcuts/registry.ts'
import { registerSlot } from './slots.tsx'
import { followFocus } from './ui/focus-home.ts'
import { startClock } from './useWhen.ts'

/**
 * Starts the app in `#app`: hydrates the server's HTML with the data that the document carries. Everything the first
 * screen needs (its chunk, its texts, its data) is there before React renders.
 */
export async function start(features: readonly WebFeature[]): Promise<void> {
  const container = document.getElementById('app')
  if (!container) throw new Error('The document has no element #app')
  const data = pageData()
  forgoStyleElement()
  tellLocale(data.locale)
  for (const feature of features) {
    for (const entry of feature.slots ?? []) registerSlot(entry.name, entry as never)
    registerShortcuts(feature.shortcuts ?? [])
    registerInsertableMacros(feature.macros ?? [])
  }
  const query = createQueryClient(data.queries)
  const routes = [...features.flatMap(feature => feature.routes ?? []), ...platformRoutes]
  const router = buildRouter(routes, query, {
    shell: Shell,
    error: ErrorScreen,
    notFound: NotFoundScreen,
  })
  // The titles of documents, which routes prepare, are texts already.
  await startI18n(data.locale, features.map(feature => feature.messages ?? {}))
  if (data.main === 'document') keepServerMarkup(container)
  await router.load()
  followFocus()
  startShortcuts()
  startClock()
  hydrateRoot(container, <App query={query} router={router} navigator={navigatorOf(router, routes, query)} />)
}

/** Takes clicks on links when the router listens: before, they would change the address and nothing else. */
function App({ query, router, navigator }: { query: QueryClient; router: AppRouter; navigator: Navigator }) {
  useLayoutEffect(() => interceptLinks(navigator), [navigator])
  return (
    <QueryClientProvider client={query}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

/**
 * React Aria adds a style element, which the pages' policy refuses, unless one with its id is there; base.css has
 * the rule.
 */
function forgoStyleElement(): void {
  const id = 'react-aria-pressable-style'
  if (document.getElementById(id)) return
  const placeholder = document.createElement('meta')
  placeholder.id = id
  document.head.append(placeholder)
}

/**
 * React Aria's own texts, dates and numbers are in the document's language, not the browser's. It looks for the locale
 * here; its provider would bring a part of it into the first load, which has no control of it.
 */
function tellLocale(locale: string): void {
  Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: locale })
}
