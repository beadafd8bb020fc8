import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, type RenderResult } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { SeededQuery } from '#platform/page-data.ts'
import { createQueryClient } from '../query.ts'
import { IconDefaults } from '../ui/IconDefaults.tsx'
import { Toasts } from '../ui/Toasts.tsx'

/** Component in the document, with the cache that it reads from. */
export interface RenderedComponent extends RenderResult {
  query: QueryClient
  user: UserEvent
}

/**
 * Renders a component inside the providers of the app. Calls go to the test's `FakeServer`.
 * @param options.path address of the screen
 * @param options.queries answers that the document brings along
 */
export async function renderInApp(
  component: ReactNode,
  options: {
    path?: string
    queries?: readonly SeededQuery[]
    advanceTimers?: (milliseconds: number) => unknown
  } = {},
): Promise<RenderedComponent> {
  const query = createQueryClient(options.queries ?? [])
  const router = createRouter({
    routeTree: createRootRoute({ component: () => component, notFoundComponent: () => component }),
    history: createMemoryHistory({ initialEntries: [options.path ?? '/'] }),
  })
  await router.load()
  const rendered = await act(async () =>
    render(
      <IconDefaults>
        <QueryClientProvider client={query}>
          <RouterProvider router={router as never} />
          <Toasts />
        </QueryClientProvider>
      </IconDefaults>,
    ),
  )
  const advanceTimers = options.advanceTimers as ((milliseconds: number) => Promise<void>) | undefined
  return { ...rendered, query, user: userEvent.setup(advanceTimers ? { advanceTimers } : {}) }
}
