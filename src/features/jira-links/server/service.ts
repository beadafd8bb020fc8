import { parse } from '#language/index.ts'
import { readersText } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import { storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import {
  applicationsOfType,
  approvalsOf,
  type LinkedApplicationRow,
  NotApprovedError,
  requestAs,
  requestAsNobody,
} from '#features/linked-apps/server/index.ts'
import { authorisationPath } from '#features/linked-apps/shared.ts'
import { readServerId } from '#features/site-info/server/index.ts'
import type { JiraAggregate, JiraMetadata } from '../contract.ts'
import { globalIdsOf } from './global-ids.ts'
import { countOf, groupsOf } from './groups.ts'
import { publicCount } from './jira.ts'
import { linksOf, type SiteLinks } from './links.ts'
import { mentionsOf, type Mentions } from './mentions.ts'

/** How long the panel shows an answer of Jira. */
const FRESH_MS = 60_000
/** After a failure Jira is asked again sooner. */
const FRESH_AFTER_ERROR_MS = 10_000
const MOST_CACHED = 2_000

/** Jira's answer about a page. */
interface Told {
  readonly metadata: JiraMetadata
  /** Ids of the applications of which the page mentions something itself. */
  readonly mentioned: ReadonlySet<string>
}

interface CachedMetadata {
  readonly answer: Promise<Told>
  /** While Jira is being asked, and for a moment after a failure: counts do not ask again then. */
  servesCounts: boolean
}

/**
 * Answers of Jira: by reader, page and what they have approved; counts that are public by page. Those counts are here
 * only while Jira is being asked, and for a moment after a failure.
 */
function caches() {
  return {
    metadata: recentlyUsed<string, CachedMetadata>(MOST_CACHED, { ttl: FRESH_MS }),
    counts: recentlyUsed<string, Promise<number | undefined>>(MOST_CACHED, { ttl: FRESH_AFTER_ERROR_MS }),
  }
}

/** Empties the cache of Jira's answers. */
export function clearMetadataCache(app: App): void {
  const { metadata, counts } = app.own(caches)
  metadata.clear()
  counts.clear()
}

/** Links of a page with all linked Jira sites, as far as the reader may see it there. */
export async function metadataOf(ctx: Context, accountId: number, row: ContentRow): Promise<JiraMetadata> {
  return (await cachedMetadata(ctx, accountId, row, () => true)).metadata
}

async function cachedMetadata(
  ctx: Context,
  accountId: number,
  row: ContentRow,
  isUsable: (cached: CachedMetadata) => boolean,
): Promise<Told> {
  const { app } = ctx
  const [applications, approvals] = await Promise.all([
    applicationsOfType(app.database.read, 'jira'),
    approvalsOf(app.database.read, accountId),
  ])
  const { metadata } = app.own(caches)
  // A change of a link, or an approval, makes another key: no machine has to clear its cache.
  const states = applications.map(({ id, updated_at }) => `${id} ${updated_at} ${approvals.get(id)?.approved_at ?? ''}`)
  const key = [accountId, ctx.locale, row.id, row.version, ...states].join(' ')
  const known = metadata.get(key)
  if (known && isUsable(known)) return known.answer
  const asked: CachedMetadata = { answer: askSites(ctx, accountId, row, applications), servesCounts: true }
  metadata.set(key, asked)
  try {
    const answer = await asked.answer
    if (answer.metadata.errors.length > 0) metadata.set(key, asked, { ttl: FRESH_AFTER_ERROR_MS })
    else asked.servesCounts = false
    return answer
  } catch (error) {
    metadata.delete(key)
    throw error
  }
}

/**
 * How many things a page is linked with, for its reader. Of a site that they have not approved it is the public number,
 * if there is one; what the page mentions itself is not in that number, so that there may be more. It is not cached; the
 * panel that is opened next shows what was answered for it.
 */
export async function aggregateOf(ctx: Context, accountId: number, row: ContentRow): Promise<JiraAggregate> {
  const { app } = ctx
  const { metadata, mentioned } = await cachedMetadata(ctx, accountId, row, each => each.servesCounts)
  const { count, errors, unauthorisedAppLinks } = metadata
  if (unauthorisedAppLinks.length === 0) return { count, incomplete: errors.length > 0 }
  const addresses = new Set(unauthorisedAppLinks.map(({ authorisationUrl }) => authorisationUrl))
  const applications = await applicationsOfType(app.database.read, 'jira')
  const unapproved = applications.filter(({ id }) => addresses.has(authorisationUrl(app, id)))
  const counts = await Promise.all(unapproved.map(application => publicCountOf(app, application, row)))
  return {
    count: counts.reduce<number>((sum, each) => sum + (each ?? 0), count),
    incomplete: errors.length > 0 || counts.includes(undefined) || unapproved.some(({ id }) => mentioned.has(id)),
  }
}

/** Undefined where the site does not answer. */
function publicCountOf(app: App, application: LinkedApplicationRow, row: ContentRow): Promise<number | undefined> {
  const { counts } = app.own(caches)
  const key = `${application.id} ${application.updated_at} ${row.id}`
  const known = counts.get(key)
  if (known) return known
  const ask = publicCount(
    { application, ask: request => requestAsNobody(app, application, request) },
    globalIdsOf({ id: readServerId(app), baseUrl: app.baseUrl }, row.id),
  ).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  counts.set(key, ask)
  // A failure stays in the cache until its time is over.
  return ask.then(count => {
    if (count !== undefined) counts.delete(key)
    return count
  })
}

const authorisationUrl = (app: App, applicationId: string) => `${app.baseUrl}${authorisationPath(applicationId)}`

const NO_MENTIONS: Mentions = { keys: new Set(), sprints: new Map(), versions: new Map() }

/** Asks all sites side by side; one that fails takes nothing from what the others say. */
async function askSites(
  ctx: Context,
  accountId: number,
  row: ContentRow,
  applications: readonly LinkedApplicationRow[],
): Promise<Told> {
  const { app } = ctx
  const reader = readerOf(ctx)
  const storage = (await storageOf(app, [row])).get(row.id) ?? ''
  const mentions = mentionsOf(parse(storage), applications)
  const globalIds = globalIdsOf({ id: readServerId(app), baseUrl: app.baseUrl }, row.id)
  const unauthorisedAppLinks: JiraMetadata['unauthorisedAppLinks'] = []
  const errors: JiraMetadata['errors'] = []
  const sites = await Promise.all(
    applications.map(async (application): Promise<SiteLinks | undefined> => {
      const ask = (request: Parameters<typeof requestAs>[3]) => requestAs(app, application, accountId, request)
      try {
        return await linksOf({ application, ask }, globalIds, mentions.get(application.id) ?? NO_MENTIONS, reader)
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const { id, name } = application
        if (error instanceof NotApprovedError)
          unauthorisedAppLinks.push({
            authorisationUrl: authorisationUrl(app, id),
            name,
            htmlSafeName: escapeHtml(name),
          })
        else errors.push({ errorMessage: readersText(reader.t, error.status, error.text) })
        return undefined
      }
    }),
  )
  const groups = groupsOf(sites.filter(site => site !== undefined))
  const metadata = {
    count: countOf(groups),
    incomplete: unauthorisedAppLinks.length > 0 || errors.length > 0,
    groups,
    unauthorisedAppLinks,
    errors,
  }
  return { metadata, mentioned: new Set([...mentions].filter(([, of]) => isAny(of)).map(([id]) => id)) }
}

function isAny({ keys, sprints, versions }: Mentions): boolean {
  return keys.size + sprints.size + versions.size > 0
}
