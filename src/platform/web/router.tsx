import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  useParams,
  useRouterState,
  useSearch,
} from '@tanstack/react-router'
import type { ComponentType, FunctionComponent } from 'react'
import { ApiError } from './api-error.ts'
import type { Frame, ScreenProps, ScreenRoute, Search } from './feature.ts'
import { useStartedMark } from './reader.ts'
import { type Navigator, Redirect } from './navigation.ts'
import { shared } from './shared.ts'
import type { ServerDocument } from './shell/server-markup.ts'

interface Views {
  shell: FunctionComponent
  error: ComponentType<{ error: unknown; retry: () => void }>
  notFound: FunctionComponent
}

/** Router of the features' screens, each a lazy chunk below the shell. */
export function buildRouter(routes: readonly ScreenRoute[], query: QueryClient, views: Views, sent: ServerDocument) {
  const root = createRootRoute({ component: views.shell })
  const children = routes.map(definition => {
    const Screen = lazyRouteComponent(definition.screen) as ComponentType<ScreenProps> & {
      preload?: () => Promise<void>
    }
    const RouteScreen: FunctionComponent & { preload?: () => Promise<void> } = () => {
      useStartedMark()
      return <Screen params={useParams({ strict: false }) as never} search={useSearch({ strict: false })} />
    }
    if (Screen.preload) RouteScreen.preload = Screen.preload
    return createRoute({
      getParentRoute: () => root,
      path: definition.path,
      component: RouteScreen,
      loaderDeps: ({ search }) => search as Search,
      loader: ({ params, deps, location, abortController }) => {
        const pathname = location.publicHref.split(/[?#]/, 1)[0] ?? ''
        if (sent.answersFirst(pathname)) throw notFound()
        return prepare(definition, { params, pathname, search: deps, query, signal: abortController.signal })
      },
    })
  })
  return createRouter({
    routeTree: root.addChildren(children),
    parseSearch,
    stringifySearch,
    caseSensitive: true,
    trailingSlash: 'preserve',
    scrollRestoration: true,
    defaultNotFoundComponent: views.notFound,
    defaultErrorComponent: ({ error, reset }) => <views.error error={error} retry={reset} />,
    // Keep the old screen until the new one is ready; the shell shows progress.
    defaultPendingMs: 60_000,
    defaultStaleTime: 0,
    defaultPreloadStaleTime: 10_000,
  })
}

export type AppRouter = ReturnType<typeof buildRouter>

async function prepare(
  definition: ScreenRoute,
  context: Parameters<NonNullable<ScreenRoute['prepare']>>[0],
): Promise<Frame> {
  try {
    return (await definition.prepare?.(context)) ?? {}
  } catch (error) {
    if (error instanceof Redirect) throw redirect({ href: error.href })
    // Handled by a page; an error would be reported.
    if (error instanceof ApiError && error.status === 404) throw notFound()
    throw error
  }
}

export function useFrame(): Frame {
  return useRouterState({
    select: state => (state.matches.at(-1)?.loaderData as Frame | undefined) ?? NO_FRAME,
  })
}

const NO_FRAME: Frame = {}

export function useIsNavigating(): boolean {
  const isEntering = entering.use()
  return useRouterState({ select: state => state.isLoading }) || isEntering
}

/** Whether a screen's `enter` is running. */
const entering = shared(false)

export function useLocation(): { pathname: string; search: string; hash: string } {
  return useRouterState({
    select: ({ resolvedLocation, location }) => {
      const { pathname, searchStr, hash } = resolvedLocation ?? location
      return { pathname, search: searchStr, hash }
    },
    structuralSharing: true,
  })
}

/** Navigator for link interception. */
export function navigatorOf(router: AppRouter, routes: readonly ScreenRoute[], query: QueryClient): Navigator {
  let asked: string | undefined
  /** Navigates if `enter` allows and the user has not navigated elsewhere. */
  const enter = async (href: string, enterScreen: NonNullable<ScreenRoute['enter']>): Promise<void> => {
    if (asked === href) return
    const { href: from } = location
    const { pathname, search } = new URL(href, from)
    asked = href
    entering.set(true)
    const { signal } = new AbortController()
    const isOpen = await enterScreen({ params: {}, pathname, search: parseSearch(search), query, signal, href })
    if (asked !== href) return
    asked = undefined
    entering.set(false)
    if (isOpen && location.href === from) router.history.push(href)
  }
  return {
    handles: pathname => router.getMatchedRoutes(pathname)[2] !== undefined,
    push: href => {
      const path = router.getMatchedRoutes(new URL(href, location.href).pathname)[2]?.fullPath
      const enterScreen = routes.find(route => route.path === path)?.enter
      if (enterScreen) {
        void enter(href, enterScreen)
        return
      }
      asked = undefined
      entering.set(false)
      router.history.push(href)
    },
    replace: href => router.history.replace(href),
    guard: mayLeave =>
      router.history.block({
        blockerFn: async ({ currentLocation, nextLocation }) =>
          !(await mayLeave({ from: currentLocation, to: nextLocation })),
        enableBeforeUnload: false,
      }),
    preload: href => {
      // Failures show on navigation.
      router.preloadRoute({ href } as never).catch(() => undefined)
    },
  }
}

/** Plain query parameters of the old product: no JSON, `+` for blanks. */
function parseSearch(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text)
  const result: Record<string, string | string[]> = {}
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name)
    result[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return result
}

function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== undefined && single !== null) parameters.append(name, String(single))
    }
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
