import type { JiraGroup } from '../contract.ts'
import { GROUP_TYPES } from '../shared.ts'
import type { SiteLinks } from './links.ts'

/** Items of a group and a site that are listed; the rest is behind a link. */
const LISTED = 10

/** The groups of the panel, of all sites together; those that hold nothing are left out. */
export function groupsOf(sites: readonly SiteLinks[]): JiraGroup[] {
  return GROUP_TYPES.map(type => ({
    type,
    items: sites.flatMap(({ items }) => items[type].slice(0, mostListed(type))),
    links: sites.flatMap(({ appName, items, furtherIssues, issuesUrl }) => {
      const numItems = Math.max(0, items[type].length - mostListed(type)) + (type === 'ISSUES' ? furtherIssues : 0)
      return numItems > 0 ? [{ url: issuesUrl, numItems, appName }] : []
    }),
  })).filter(({ items, links }) => items.length > 0 || links.length > 0)
}

/** Only of issues and epics there is a list in Jira. */
function mostListed(type: JiraGroup['type']): number {
  return type === 'ISSUES' || type === 'EPICS' ? LISTED : Number.POSITIVE_INFINITY
}

/** How many things groups hold, those behind links too. */
export function countOf(groups: readonly JiraGroup[]): number {
  return groups.reduce(
    (sum, { items, links }) => sum + items.length + links.reduce((rest, { numItems }) => rest + numItems, 0),
    0,
  )
}
