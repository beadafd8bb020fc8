import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { endpointKey } from '#platform/page-data.ts'
import type { Reader } from '#platform/view/reader.ts'
import { call } from '#platform/web/api.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { Slot } from '#platform/web/slots.tsx'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { listDrafts, recentlyUpdated, type RecentChange } from '#features/content/contract.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { DRAFTS, STARRED_SPACES, TEAM_SPACES, UPDATES } from '../lists.ts'
import { DashboardView, UpdatesView } from '../view/DashboardView.tsx'

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Sections of the side column. */
    'dashboard.side': Record<never, never>
  }
}

export default function DashboardScreen() {
  const reader = useReader()
  const { data: drafts } = useEndpoint(listDrafts, { query: DRAFTS })
  const { data: starred } = useEndpoint(spaceDirectory, { query: STARRED_SPACES })
  const { data: team } = useEndpoint(spaceDirectory, { query: TEAM_SPACES })
  const areStarred = (starred?.results.length ?? 0) > 0
  const spaces = (areStarred ? starred : team)?.results ?? []
  return (
    <DashboardView
      reader={reader}
      drafts={drafts?.results ?? []}
      spaces={spaces}
      areStarred={areStarred}
      side={<Slot name="dashboard.side" context={{}} />}
      updates={
        <Updates
          reader={reader}
          beginsWithSpace={team !== undefined && spaces.length === 0 && team.permissions.createSpace}
        />
      }
    />
  )
}

type UpdatesPage = { results: RecentChange[]; nextCursor: string | null }

function Updates({ reader, beginsWithSpace }: { reader: Reader; beginsWithSpace: boolean }) {
  const client = useQueryClient()
  const firstKey = endpointKey(recentlyUpdated, { query: UPDATES })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...firstKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        recentlyUpdated,
        { query: { ...UPDATES, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    initialData: () => {
      const first = client.getQueryData<UpdatesPage>(firstKey)
      return first ? { pages: [first], pageParams: [null] } : undefined
    },
    initialDataUpdatedAt: () => client.getQueryState(firstKey)?.dataUpdatedAt,
  })
  const changes = data?.pages.flatMap(page => page.results) ?? []
  const end = useReached(element => {
    if (hasNextPage && !isFetchingNextPage && !isAboveTheRest(element)) void fetchNextPage()
  }, changes.length)
  return (
    <UpdatesView
      reader={reader}
      changes={changes}
      beginsWithSpace={beginsWithSpace}
      endRef={end}
      more={
        reader.isLive && (
          <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />
        )
      }
    />
  )
}

/** In one column, loading more would push drafts and spaces away while scrolling: only the button loads there. */
function isAboveTheRest(end: HTMLElement): boolean {
  const rest = end.closest('.ox-home')?.querySelector<HTMLElement>('.ox-home-side')
  return rest !== null && rest !== undefined && rest.offsetTop > end.offsetTop
}

/** Calls back when the element nears the viewport, and again for each list length while it does. */
function useReached(reached: (element: HTMLElement) => void, length: number) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(reached)
  useEffect(() => {
    latest.current = reached
  })
  useEffect(() => {
    const end = element.current
    if (!end) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) latest.current(end)
      },
      { rootMargin: '200px' },
    )
    // Observers report changes only: observing again reports an end that more rows did not move out.
    observer.observe(end)
    return () => observer.disconnect()
  }, [length])
  return element
}
