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
import { isAnsweredByDocument } from './shell/server-markup.ts'

interface Views {
  shell: FunctionComponent
  error: ComponentType<{ error: unknown; retry: () => void }>
  notFound: FunctionComponent
}

/** Builds the router from the features' screens: each one a chunk of its own, below one shell. */
export function buildRouter(routes: readonly ScreenRoute[], query: QueryClient, views: Views) {
  const root = createRootRoute({ component: views.shell })
  const children = routes.map(definition => {
    const Screen = lazyRouteComponent(definition.screen) as ComponentType<ScreenProps> & { preload?: () => Promise<void> }
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
    // The old screen stays until the new one is ready; the shell shows a line of progress.
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
  if (isAnsweredByDocument(context.pathname)) throw notFound()
  try {
    return (await definition.prepare?.(context)) ?? {}
  } catch (error) {
    if (error instanceof Redirect) throw redirect({ href: error.href })
    // A page of its own says so; an error would be reported as a fault of the app.
    if (error instanceof ApiError && error.status === 404) throw notFound()
    throw error
  }
}

/** What the deepest shown screen says of its frame. */
export function useFrame(): Frame {
  return useRouterState({
    select: state => (state.matches.at(-1)?.loaderData as Frame | undefined) ?? NO_FRAME,
  })
}

const NO_FRAME: Frame = {}

/** True while a screen that was asked for is not shown yet. */
export function useIsNavigating(): boolean {
  const isEntering = entering.use()
  return useRouterState({ select: state => state.isLoading }) || isEntering
}

/** A screen is asked whether it can be entered. */
const entering = shared(false)

/** The address that is shown, kept current. */
export function useLocation(): { pathname: string; search: string; hash: string } {
  return useRouterState({
    select: ({ resolvedLocation, location }) => {
      const { pathname, searchStr, hash } = resolvedLocation ?? location
      return { pathname, search: searchStr, hash }
    },
    structuralSharing: true,
  })
}

/** The router as the links see it. */
export function navigatorOf(router: AppRouter, routes: readonly ScreenRoute[], query: QueryClient): Navigator {
  let asked: string | undefined
  /** Goes where the screen lets itself be entered, unless somebody has gone elsewhere meanwhile. */
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
    guard: mayLeave => router.history.block({
      blockerFn: async ({ currentLocation, nextLocation }) => !(await mayLeave({ from: currentLocation, to: nextLocation })),
      enableBeforeUnload: false,
    }),
    preload: href => {
      // What goes wrong here shows itself when the link is followed.
      router.preloadRoute({ href } as never).catch(() => undefined)
    },
  }
}

/** Plain query parameters, as the old product's addresses have them: no JSON, `+` for blanks. */
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
