/** Part of a page: whether its reader may be shown links to Jira, so that the browser asks for them. */
export const JIRA_LINKS_PART = 'jiraLinks'

export const GROUP_TYPES = ['ISSUES', 'SPRINTS', 'VERSIONS', 'EPICS'] as const
export type GroupType = (typeof GROUP_TYPES)[number]

export const REDIRECT_PATH = '/plugins/servlet/jira-metadata/redirect'

/** The address in the wiki that leads to something in Jira. `isMore` says that it is the rest of a group. */
export function redirectPath(url: string, type: GroupType, isMore = false): string {
  return `${REDIRECT_PATH}?u=${encodeURIComponent(url)}&t=${type}${isMore ? '&more' : ''}`
}
