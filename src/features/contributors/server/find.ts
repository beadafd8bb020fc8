import type { Context } from '#platform/server/context.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import { pageByText, referenceKey, type Reference } from '#language/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, mayViewProfile, profilePath, type Account } from '#features/accounts/server/index.ts'
import { findContent, pagesBelow, type ContentRow } from '#features/content-core/server/read.ts'
import { spaceKeyOf, WikiHost } from '#features/content-core/server/render.ts'
import { labelsOf, labelWire } from '#features/labels/server/index.ts'
import { among, inSpaces, namesIn } from '#features/page-lists/server/index.ts'
import { findHits, readQuery } from '#features/search/server/index.ts'
import type { Contributor, Contributors } from '../contract.ts'
import type { CONTRIBUTORS_PARAMETERS } from '../shared.ts'
import { commentsByPerson, versionsByPerson, type ContributionRow } from './store.ts'

export type ContributorsParameters = Partial<Record<(typeof CONTRIBUTORS_PARAMETERS)[number], string | undefined>>

/** People that one answer names at most. */
const MOST_PEOPLE = 1000
/** Levels and pages below a page whose writers are counted with its own. */
const MOST_LEVELS = 20
const MOST_PAGES = 2000

interface Contribution {
  /** Null for changes of visitors who were not signed in. */
  accountId: number | null
  count: number
  last: number
}

/**
 * Authors of the page (or of those below it), by the macro's parameters. Pages that the viewer may not see count for
 * nothing. If there is no answer, `errorMessage` says so.
 */
export async function contributorsOf(
  ctx: Context,
  pageId: number | undefined,
  given: ContributorsParameters,
): Promise<Contributors> {
  const answer: Contributors = {
    errorMessage: null,
    layoutStyle: given.mode?.trim().toLowerCase() === 'list' ? 'LIST' : 'FLAT',
    visibleContributors: [],
    hiddenContributors: [],
    showCount: isTrue(given.showCount),
    showTime: isTrue(given.showLastTime),
  }
  const page = await shownPage(ctx, pageId, given)
  if (!page && (pageId !== undefined || given.page?.trim()))
    return {
      ...answer,
      errorMessage: readerOf(ctx).t('The page “{{title}}” could not be found.', {
        title: given.page ?? String(pageId),
      }),
    }
  const ids = await chosenPages(ctx, page, given)
  if (typeof ids === 'string') return { ...answer, errorMessage: ids }
  const included = (given.include ?? 'authors').toLowerCase().split(/[\s,]+/)
  const found = (await contributions(ctx, ids, included)).filter(
    one => one.accountId !== null || isTrue(given.showAnonymous),
  )
  if (found.length === 0)
    return {
      ...answer,
      errorMessage:
        given.noneFoundMessage?.trim() || readerOf(ctx).t('No contributors found for: authors on selected page(s)'),
    }
  const people = await accountsById(
    ctx.app,
    found.map(one => one.accountId),
  )
  const sorted = inOrder(found, people, given)
  const all = sorted.map(one => contributorOf(ctx, one, people.get(one.accountId ?? 0)))
  const limit = Number(given.limit)
  const shown = Number.isSafeInteger(limit) && limit > 0 ? limit : all.length
  return { ...answer, visibleContributors: all.slice(0, shown), hiddenContributors: all.slice(shown) }
}

const isTrue = (value: string | undefined) => value?.trim().toLowerCase() === 'true'

/**
 * The page that is named, as the reader may see it; without a name the one at hand.
 * @param pageId the page at hand; undefined if there is none
 */
export async function shownPage(
  ctx: Context,
  pageId: number | undefined,
  given: Pick<ContributorsParameters, 'page' | 'spaceKey'>,
): Promise<ContentRow | undefined> {
  const here = pageId === undefined ? undefined : await findContent(ctx, pageId)
  const title = given.page?.trim()
  if (!title || (pageId !== undefined && !here)) return here
  const named: Reference = pageByText(title)
  if (named.kind !== 'page') return undefined
  const spaceKey = named.spaceKey || given.spaceKey?.trim() || (here ? await spaceKeyOf(ctx, here) : '')
  const reference = { ...named, spaceKey }
  const found = await new WikiHost(ctx).findTitled([reference], {
    id: String(here?.id ?? 0),
    title: here?.title ?? '',
    spaceKey,
    contentType: here?.type ?? 'page',
  })
  return found.get(referenceKey(reference))
}

/**
 * Ids of the pages whose writers are asked for, those with one of the labels if any are named; or what is wrong with
 * the parameters.
 */
export async function chosenPages(
  ctx: Context,
  page: ContentRow | undefined,
  given: ContributorsParameters,
): Promise<number[] | string> {
  const labels = namesIn(given.labels).map(name => name.toLowerCase())
  const spaces = namesIn(given.spaces ?? (page ? undefined : given.spaceKey))
  if (!page || (spaces.length > 0 && !given.page?.trim())) {
    const spaceKey = page ? await spaceKeyOf(ctx, page) : (given.spaceKey?.trim() ?? '')
    return pagesOfSpaces(ctx, spaceKey, spaces, labels)
  }
  const ids = await pagesOf(ctx, page, given.scope)
  if (labels.length === 0) return ids
  const labelled = await labelsOf(ctx, ids)
  return ids.filter(id => labelled.get(id)?.some(label => labels.includes(labelWire(label).label)))
}

/** @param spaceKey the space that `@self` names */
async function pagesOfSpaces(
  ctx: Context,
  spaceKey: string,
  spaces: readonly string[],
  labels: readonly string[],
): Promise<number[] | string> {
  const conditions = ['type in (page, blogpost)', inSpaces(spaces, spaceKey), among('label', labels)].filter(
    condition => condition !== undefined,
  )
  try {
    const { query } = readQuery(ctx, `${conditions.join(' and ')} order by id`, undefined)
    const { hits } = await findHits(ctx, query, { start: 0, limit: MOST_PAGES, entities: ['content'] })
    return hits.map(hit => hit.id)
  } catch (error) {
    if (error instanceof HttpError && error.status === 400) return error.message
    throw error
  }
}

const LEVELS: ReadonlyMap<string, number> = new Map([
  ['children', 1],
  ['descendants', MOST_LEVELS],
])

/** The page alone, with its children, or with everything below it. */
async function pagesOf(ctx: Context, page: ContentRow, scope: string | undefined): Promise<number[]> {
  const levels = LEVELS.get(scope?.trim().toLowerCase() ?? '') ?? 0
  const ids = [page.id]
  let parents = [page.id]
  for (let level = 0; level < levels && parents.length > 0 && ids.length < MOST_PAGES; level++) {
    parents = (await pagesBelow(ctx, parents, MOST_PAGES - ids.length)).map(row => row.id)
    ids.push(...parents)
  }
  return ids
}

async function contributions(
  ctx: Context,
  ids: readonly number[],
  included: readonly string[],
): Promise<Contribution[]> {
  const byPerson = new Map<number | null, Contribution>()
  const add = (rows: readonly ContributionRow[]) => {
    for (const row of rows) {
      const before = byPerson.get(row.account_id)
      byPerson.set(row.account_id, {
        accountId: row.account_id,
        count: (before?.count ?? 0) + Number(row.total),
        last: Math.max(before?.last ?? 0, Number(row.last)),
      })
    }
  }
  if (included.includes('authors') || !included.includes('comments')) {
    add(await versionsByPerson(ctx, ids, MOST_PEOPLE))
  }
  if (included.includes('comments')) {
    add(await commentsByPerson(ctx, ids, MOST_PEOPLE))
  }
  return [...byPerson.values()]
}

/**
 * By number of changes unless the macro asks for names or times; equal ones by name, so that each call gives the same.
 */
function inOrder(
  found: readonly Contribution[],
  people: ReadonlyMap<number, Account>,
  given: ContributorsParameters,
): Contribution[] {
  const name = (one: Contribution) => people.get(one.accountId ?? 0)?.display_name ?? ''
  const byName = (a: Contribution, b: Contribution) =>
    name(a).localeCompare(name(b), 'en') || (a.accountId ?? 0) - (b.accountId ?? 0)
  const sorted = found.toSorted((a, b) => {
    switch (given.order?.trim().toLowerCase()) {
      case 'name':
        return byName(a, b)
      case 'update':
        return b.last - a.last || byName(a, b)
      default:
        return b.count - a.count || byName(a, b)
    }
  })
  return isTrue(given.reverse) ? sorted.toReversed() : sorted
}

function contributorOf(ctx: Context, { count, last }: Contribution, account: Account | undefined): Contributor {
  return {
    idString: account?.user_key ?? '',
    fullNameString: account?.display_name ?? readerOf(ctx).t('Anonymous'),
    totalCount: count,
    relativeLastActiveTimeStr: friendlyTime(last, Date.now(), ctx.locale),
    ...(account && mayViewProfile(ctx, account) ? { url: profilePath(account.username) } : {}),
  }
}
