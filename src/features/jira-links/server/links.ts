import type { Reader } from '#platform/view/reader.ts'
import type { JiraItem } from '../contract.ts'
import type { GroupType } from '../shared.ts'
import {
  findIssues,
  issuesByKey,
  type JiraIssue,
  type JiraSite,
  type JiraSprint,
  linkedIssuesQuery,
  linkedSprints,
  sprintById,
  versionById,
} from './jira.ts'
import type { Mentions } from './mentions.ts'

/** Things of each kind in one site. */
export interface SiteLinks {
  readonly appName: string
  readonly items: Readonly<Record<GroupType, readonly JiraItem[]>>
  /** Issues that are linked and not among the items. */
  readonly furtherIssues: number
  /** Address of the site's list of the linked issues. */
  readonly issuesUrl: string
}

/**
 * Links between a page and one site: links to it there, and its own mentions.
 * @throws what {@link JiraSite.ask} throws
 */
export async function linksOf(
  site: JiraSite,
  globalIds: readonly string[],
  { keys, sprints, versions }: Mentions,
  reader: Reader,
): Promise<SiteLinks> {
  const query = linkedIssuesQuery(globalIds)
  const [linked, mentioned, linkedSprint, mentionedSprints, mentionedVersions] = await Promise.all([
    findIssues(site, query),
    issuesByKey(site, [...keys]),
    linkedSprints(site, globalIds),
    Promise.all([...sprints].map(([id, url]) => sprintById(site, id, url))),
    Promise.all([...versions].map(async ([id, url]) => ({ url, version: await versionById(site, id) }))),
  ])
  const root = site.application.display_url
  const issues = uniqueBy([...linked.issues, ...mentioned], issue => issue.key)
  const epics = issues.filter(isEpic)
  const found = [...linkedSprint, ...mentionedSprints.filter(sprint => sprint !== undefined)]
  return {
    appName: site.application.name,
    items: {
      ISSUES: issues.filter(issue => !epics.includes(issue)).map(issue => issueItem(issue, root)),
      EPICS: epics.map(issue => issueItem(issue, root)),
      SPRINTS: uniqueBy(
        found.map(sprint => sprintItem(sprint, root, reader)),
        item => item.url,
      ),
      VERSIONS: mentionedVersions.flatMap(({ url, version }) => (version ? [{ ...version, url }] : [])),
    },
    furtherIssues: linked.total - linked.issues.length,
    issuesUrl: `${root}/issues/?${new URLSearchParams({ jql: query })}`,
  }
}

/** Cloud says by its level that an issue is an epic, Data Center by the name of its type alone. */
function isEpic({ fields: { issuetype } }: JiraIssue): boolean {
  return issuetype?.hierarchyLevel === 1 || issuetype?.name?.toLowerCase() === 'epic'
}

function issueItem({ key, fields: { summary, status } }: JiraIssue, root: string): JiraItem {
  return {
    name: key,
    url: `${root}/browse/${encodeURIComponent(key)}`,
    description: summary ?? '',
    ...(status
      ? {
          status: {
            name: status.name,
            description: status.description ?? '',
            ...(status.iconUrl ? { iconUrl: status.iconUrl } : {}),
            ...(status.statusCategory ? { statusCategory: status.statusCategory } : {}),
          },
        }
      : {}),
  }
}

function sprintItem({ name, state, daysRemaining, goal, url }: JiraSprint, root: string, { t }: Reader): JiraItem {
  const words = {
    complete: () => t('Complete'),
    future: () => t('Not started'),
    active: () => (daysRemaining === undefined ? goal : t('{{count}} days remaining', { count: daysRemaining })),
  }
  return { name, url: URL.canParse(url) ? url : `${root}/${url.replace(/^\//, '')}`, description: words[state]() }
}

function uniqueBy<T>(things: readonly T[], keyOf: (thing: T) => string): T[] {
  return [...new Map(things.map(thing => [keyOf(thing), thing])).values()]
}
