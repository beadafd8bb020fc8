import './jira-macros.css'
import { webFeature } from '#platform/web/feature.ts'
import { registerIsland } from '#features/content/web/index.ts'

registerIsland('.jira-issue[data-jira-issue], .jira-issues-count[data-jira-count]', () => import('./issues.ts'))
registerIsland('.jira-table[data-jira-table]', () => import('./table.ts'))
registerIsland('.jira-chart[data-jira-chart]', () => import('./chart.ts'))

export const jiraMacrosWeb = webFeature({ name: 'jira-macros' })
