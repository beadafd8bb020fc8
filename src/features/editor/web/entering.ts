import { ApiError } from '#platform/web/api-error.ts'
import type { EnterContext } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import { leaveUnwritten } from './at-exit.ts'
import { before, LIMIT_MS } from './deadline.ts'
import { keyOf, load, prepareEdit, targetOf } from './prepare.ts'

/** The screen of the editor, a chunk of its own. */
export const screen = () => import('./EditorScreen.tsx')

/** Fetches what editing needs while the page still shows; false keeps the page, and a flag says why. */
export async function enterEdit(context: EnterContext): Promise<boolean> {
  const deadline = Date.now() + LIMIT_MS
  const { href: from } = location
  try {
    await before(deadline, Promise.all([screen(), prepareEdit(context)]))
    return true
  } catch (error) {
    // Another try asks again.
    await context.query.cancelQueries({ queryKey: keyOf(targetOf(context.pathname, context.search)) })
    if (!isOtherFailure(error) || !await opensAsDocument(context.href, deadline)) tell(error)
    else if (location.href === from) location.assign(context.href)
    return false
  }
}

/** Begins what is new while the page still shows; false keeps the page, and a flag says why. */
export async function enterNew({ query, pathname, search }: EnterContext): Promise<boolean> {
  const target = targetOf(pathname, search)
  if ('begin' in target && target.begin.spaceKey === undefined && target.begin.fromPageId === undefined) return true
  const begun = load(target)
  try {
    const [, view] = await before(Date.now() + LIMIT_MS, Promise.all([screen(), begun]))
    query.setQueryData(keyOf(target), view)
    return true
  } catch (error) {
    begun.then(leaveUnwritten, () => undefined)
    tell(error)
    return false
  }
}

/** Statuses that say by themselves why the page cannot be edited now. */
const TELLING: readonly number[] = [0, 401, 405, 412, 423]

function isOtherFailure(error: unknown): boolean {
  return !(error instanceof ApiError) || !TELLING.includes(error.status)
}

/** Whether the address of the editor opens as a page of its own, which needs none of what failed. */
async function opensAsDocument(href: string, deadline: number): Promise<boolean> {
  try {
    const answer = await before(deadline, fetch(href, { headers: { Accept: 'text/html' }, credentials: 'same-origin' }))
    return answer.ok
  } catch {
    // The first failure is the one that is told.
    return false
  }
}

function tell(error: unknown): void {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 412) {
    showToast({
      kind: 'warning', title: t("You can't edit this page right now"), closeAfter: null,
      body: t("This page is so popular, you've reached the maximum number of simultaneous editors. Try again when it's not so busy."),
    })
  } else if (status === 423 && error instanceof ApiError) {
    const { user } = error.answer ?? {}
    showToast({
      kind: 'error', title: t('Unable to edit'),
      body: t('Collaborative editing is offline right now, and {{name}} is editing this page. Try again in a few minutes.', {
        name: typeof user === 'string' ? user : t('Somebody'),
      }),
    })
  } else showFailure(t('The editor could not be opened'), error)
}
