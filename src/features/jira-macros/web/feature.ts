import './jira-macros.css'
import { webFeature } from '#platform/web/feature.ts'
import { registerIsland } from '#features/content/web/index.ts'
import { convertAddresses } from '#features/editor/web/index.ts'

registerIsland('.jira-issue[data-jira-issue], .jira-issues-count[data-jira-count]', () => import('./issues.ts'))
registerIsland('.jira-table[data-jira-table]', () => import('./table.ts'))
registerIsland('.jira-chart[data-jira-chart]', () => import('./chart.ts'))

/** Addresses of issues and searches, whatever the site. */
const OF_JIRA = /\/(?:browse|issues)\/|[?&](?:jql|selectedIssue|filter)=/
convertAddresses(async href => (OF_JIRA.test(href) ? (await import('./pasted.ts')).macroOf(href) : undefined))

export const jiraMacrosWeb = webFeature({ name: 'jira-macros' })
