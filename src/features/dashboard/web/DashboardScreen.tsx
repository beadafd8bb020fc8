import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fullTime } from '#platform/friendly-time.ts'
import { endpointKey } from '#platform/page-data.ts'
import { call } from '#platform/web/api.ts'
import { locale, t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { useWhen } from '#platform/web/useWhen.ts'
import { listDrafts, recentlyUpdated, type OwnDraft, type RecentChange } from '#features/content/contract.ts'
import { CREATE_SPACE_PATH, SPACE_ICON_PATH, spaceDirectory, type SpaceEntry } from '#features/spaces/contract.ts'
import { DRAFTS, FIRST_SPACE, STARRED_SPACES, TEAM_SPACES, UPDATES } from '../lists.ts'

/** The start page. The server's markup is server/markup.ts: change both. */
export default function DashboardScreen() {
  const { data: drafts } = useEndpoint(listDrafts, { query: DRAFTS })
  const { data: starred } = useEndpoint(spaceDirectory, { query: STARRED_SPACES })
  const { data: team } = useEndpoint(spaceDirectory, { query: TEAM_SPACES })
  const areStarred = (starred?.results.length ?? 0) > 0
  const spaces = (areStarred ? starred : team)?.results ?? []
  return (
    <div className="ox-home">
      <section className="ox-home-main list-container-all-updates" aria-labelledby="all-updates">
        <h1 id="all-updates" className="ox-home-title content-header-all-updates">
          {t('Recently updated')}
        </h1>
        <Updates beginsWithSpace={team !== undefined && spaces.length === 0 && team.permissions.createSpace} />
      </section>
      <div className="ox-home-side">
        <section id="recently-worked" aria-labelledby="own-drafts">
          <h2 id="own-drafts" className="ox-home-heading">
            {t('Your drafts')}
          </h2>
          {drafts && drafts.results.length > 0 ? (
            <ul className="ox-home-list">
              {drafts.results.map(draft => (
                <Draft key={draft.id} draft={draft} />
              ))}
            </ul>
          ) : (
            <p className="ox-home-empty">{t('What you begin to write and do not publish waits here.')}</p>
          )}
        </section>
        <section aria-labelledby="home-spaces">
          <h2 id="home-spaces" className="ox-home-heading">
            {areStarred ? t('Starred spaces') : t('Spaces')}
          </h2>
          {spaces.length > 0 ? (
            <ul className="ox-home-list">
              {spaces.map(space => (
                <Space key={space.key} space={space} />
              ))}
            </ul>
          ) : (
            <p className="ox-home-empty">{t('There are no spaces yet.')}</p>
          )}
          <p className="ox-home-more">
            <a href="/spacedirectory/view.action">{t('All spaces')}</a>
          </p>
        </section>
      </div>
    </div>
  )
}

type UpdatesPage = { results: RecentChange[]; nextCursor: string | null }

function Updates({ beginsWithSpace }: { beginsWithSpace: boolean }) {
  const client = useQueryClient()
  const firstKey = endpointKey(recentlyUpdated, { query: UPDATES })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...firstKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(recentlyUpdated, { query: { ...UPDATES, ...(pageParam === null ? {} : { cursor: pageParam }) } }, { signal }),
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
  if (changes.length === 0 && beginsWithSpace) {
    return (
      <>
        <p className="ox-home-empty">{t(FIRST_SPACE)}</p>
        <p className="ox-home-begin">
          <a className="ox-create" href={CREATE_SPACE_PATH}>
            {t('Create the first space')}
          </a>
        </p>
      </>
    )
  }
  if (changes.length === 0) {
    return <p className="ox-home-empty">{t('Nothing has been written yet. Open a space and create the first page.')}</p>
  }
  return (
    <>
      <ul className="ox-updates">
        {changes.map(change => (
          <Update key={change.id} change={change} />
        ))}
      </ul>
      <div ref={end}>
        <LoadMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />
      </div>
    </>
  )
}

/** In one column, drafts and spaces would move away from whoever scrolls to them: there only the button shows more. */
function isAboveTheRest(end: HTMLElement): boolean {
  const rest = end.closest('.ox-home')?.querySelector<HTMLElement>('.ox-home-side')
  return rest !== null && rest !== undefined && rest.offsetTop > end.offsetTop
}

/** Calls when the element comes near the window, and for each length of the list at which it is there. */
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
    // An observer tells of what comes and goes. Observed anew, the end that more rows have not moved away is told of again.
    observer.observe(end)
    return () => observer.disconnect()
  }, [length])
  return element
}

function Update({ change }: { change: RecentChange }) {
  const when = useWhen()
  const { updatedBy: person, space } = change
  const name = person?.displayName ?? t('Anonymous')
  return (
    <li className="ox-update">
      {person ? (
        <img className="ox-update-face" src={person.avatarUrl} alt="" width="28" height="28" />
      ) : (
        <span className="ox-update-face" />
      )}
      <div className="ox-update-text">
        <a className="ox-update-title" href={change.url}>
          {change.title}
        </a>
        <p className="ox-update-facts">
          <a href={`/display/${space.key}`}>{space.name}</a> ·{' '}
          {change.version === 1 ? t('created by {{name}}', { name }) : t('edited by {{name}}', { name })} ·{' '}
          <time dateTime={change.updatedAt} title={fullTime(Date.parse(change.updatedAt), locale())}>
            {when(change.updatedAt)}
          </time>
        </p>
      </div>
    </li>
  )
}

function Draft({ draft }: { draft: OwnDraft }) {
  const when = useWhen()
  return (
    <li>
      <a className="ox-home-item" href={draft.editUrl}>
        <span className="ox-home-item-title">{draft.title || t('Untitled')}</span>
        <span className="ox-home-item-facts">
          {draft.space.name} · {when(draft.updatedAt)}
        </span>
      </a>
    </li>
  )
}

function Space({ space }: { space: SpaceEntry }) {
  const icon = (space['icon'] as { path?: string } | undefined)?.path ?? SPACE_ICON_PATH
  return (
    <li>
      <a className="ox-home-item ox-home-space" href={space._links.webui}>
        <img src={icon} alt="" width="24" height="24" />
        <span className="ox-home-item-title">{space.name}</span>
      </a>
    </li>
  )
}
