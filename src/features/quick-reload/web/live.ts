import type { QueryClient } from '@tanstack/react-query'
import { checkAccessMode, isReadOnly } from '#platform/web/access-mode.ts'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { allOf } from '#platform/web/query.ts'
import { meta, pageData } from '#platform/web/session.ts'
import { getPageView, type PageView } from '#features/content/contract.ts'
import { differsInTicksOnly, pageViewOptions } from '#features/content/web/index.ts'
import { quickReload, type News } from '../contract.ts'
import { NO_PAGE } from '../shared.ts'
import { newComments } from './known-comments.ts'
import { Notices } from './notices.ts'
import { reportPageChange, shownPage } from './page-change.ts'
import { Poller } from './poller.ts'

/** Answers after which a page asks no more. */
const ENDING: readonly number[] = [404, 500, 503, 504]
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/** State of one page. */
interface Followed {
  pageId: string
  notices: Notices
  /** Last event that is known; the document's own until the first answer. */
  event: number | undefined
  since: number
  seen: Set<number>
}

/**
 * Polls for what others change, until the server says that it gives no live updates.
 * @param elapsed milliseconds since the page was opened
 * @returns a function that ends it
 */
export function startLiveUpdates(client: QueryClient, elapsed: number): () => void {
  let followed = follow()
  const poller = new Poller({
    isHidden: () => document.visibilityState === 'hidden',
    ask: async () => {
      if (followed.pageId !== openPage()) followed = follow()
      return ask(client, followed)
    },
  })
  const ended = new AbortController()
  const options = { signal: ended.signal, passive: true, capture: true }
  for (const name of ACTIVITY) document.addEventListener(name, () => poller.active(), options)
  document.addEventListener('visibilitychange', () => poller.visibilityChanged(), options)
  const leave = shownPage.subscribe(() => {
    if (followed.pageId === openPage()) return
    followed.notices.end()
    followed = follow()
  })
  poller.start(elapsed)
  return () => {
    ended.abort()
    leave()
    poller.stop()
    followed.notices.end()
  }
}

function openPage(): string {
  return shownPage.get()?.pageId ?? NO_PAGE
}

function follow(): Followed {
  const pageId = openPage()
  return {
    pageId,
    notices: new Notices(pageId),
    event: shownPage.get()?.event,
    since: Number(meta('confluence-request-time') ?? Date.now()),
    seen: new Set(),
  }
}

/** One poll. @returns whether to go on */
async function ask(client: QueryClient, followed: Followed): Promise<boolean> {
  const { pageId, since, event } = followed
  try {
    const news = await call(
      quickReload,
      { params: { pageId }, query: { since, ...(event === undefined ? {} : { event }) } },
      { signInOn401: false },
    )
    if (news && pageId === openPage()) await take(client, followed, news)
  } catch (error) {
    if (error instanceof ApiError && ENDING.includes(error.status)) {
      console.warn(
        `Live updates ended with status ${error.status}: the comment reload plugin is disabled for this page. Please refresh the page.`,
      )
      return false
    }
    // Anything else passes, such as a lost connection; the next poll tries again.
  }
  return true
}

async function take(client: QueryClient, followed: Followed, news: News): Promise<void> {
  const { pageId, notices, seen } = followed
  followed.event = news.event
  followed.since = news.time
  if (news.readOnlyMode.isEnabled !== isReadOnly()) void checkAccessMode()
  const me = pageData().user?.username
  const isKnown = (id: number) => seen.has(id) || document.getElementById(`comment-${id}`) !== null
  const found = newComments(news.comments, { me, isKnown })
  for (const { comment } of news.comments) seen.add(comment.id)
  reportPageChange({ pageId, changes: news.changed })
  notices.commented(found)
  if (news.changed.includes('page')) await compareText(client, followed)
}

/** Ticks tasks that others ticked; of any other change the reader decides when to see it. */
async function compareText(client: QueryClient, { pageId, notices }: Followed): Promise<void> {
  const { queryKey } = pageViewOptions(pageId)
  const shown = client.getQueryData<PageView>(queryKey)
  const latest = await call(getPageView, { params: { id: pageId }, query: {} }, { signInOn401: false })
  if (!shown || pageId !== openPage()) return
  if (latest.title === shown.title && differsInTicksOnly(shown.html, latest.html)) {
    client.setQueryData(queryKey, latest)
    return
  }
  const editor = latest.updatedBy
  if (editor !== null && editor.username === pageData().user?.username) return
  notices.edited(
    editor ? { name: editor.displayName, picture: editor.avatarUrl } : { name: 'Anonymous' },
    // In place: what is written below the page stays, and the reader where they are.
    () => void client.invalidateQueries({ queryKey: allOf(getPageView) }),
  )
}
