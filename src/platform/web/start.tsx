import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { WebFeature } from './feature.ts'
import { startI18n } from './i18n.ts'
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

/**
 * Starts the app in `#app`: takes over the server's HTML in one commit, with the data the document carries.
 * Everything the first screen needs (its chunk, its texts, its data) is there before React renders.
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
  }
  const query = createQueryClient(data.queries)
  const routes = [...features.flatMap(feature => feature.routes ?? []), ...platformRoutes]
  const router = buildRouter(routes, query, {
    shell: Shell,
    error: ErrorScreen,
    notFound: NotFoundScreen,
  })
  // The titles of documents, which routes prepare, are texts already.
  await startI18n(data.locale, features.map(feature => feature.messages ?? {}), features.map(feature => feature.refusals ?? {}))
  await router.load()
  keepServerMarkup(container)
  const restore = keepFocus()
  followFocus()
  startShortcuts()
  createRoot(container).render(<App query={query} router={router} navigator={navigatorOf(router, routes, query)} />)
  restore()
}

/** Takes clicks on links when the router listens: before, they would change the address and nothing else. */
function App({ query, router, navigator }: { query: QueryClient; router: AppRouter; navigator: Navigator }) {
  useLayoutEffect(() => interceptLinks(navigator), [navigator])
  // After the effects of all that is shown. Who drives the browser waits for it (test/browser.ts).
  useEffect(() => document.documentElement.setAttribute('data-app-started', ''), [])
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

/** What the user typed before the app was ready, and where, survives the take-over. */
function keepFocus(): () => void {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || !element.id) return () => undefined
  const value = element instanceof HTMLInputElement ? element.value : undefined
  const { id } = element
  return () => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      const next = document.getElementById(id)
      if (!next || next === element) return
      next.focus({ preventScroll: true })
      if (value && next instanceof HTMLInputElement) {
        // React listens to the native setter's input event.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(next, value)
        next.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    observer.observe(document.getElementById('app') ?? document.body, { childList: true, subtree: true })
  }
}

