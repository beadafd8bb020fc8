import './web.css'
import { start } from '#platform/web/start.tsx'
import { accessRequestsWeb } from '#features/access-requests/web/index.ts'
import { accounts } from '#features/accounts/web/index.ts'
import { admin } from '#features/admin/web/index.tsx'
import { agentAccessWeb } from '#features/agent-access/web/index.ts'
import { analyticsWeb } from '#features/analytics/web/index.ts'
import { contentWeb } from '#features/content/web/index.ts'
import { contributorsWeb } from '#features/contributors/web/index.ts'
import { oldEditorWeb } from '#features/old-editor/web/index.tsx'
import { diagramEmbedWeb } from '#features/diagram-embed/web/index.ts'
import { diagramsWeb } from '#features/diagrams/web/index.ts'
import { dashboardWeb } from '#features/dashboard/web/index.ts'
import { editorWeb } from '#features/editor/web/index.ts'
import { shareWeb } from '#features/share/web/index.ts'
import { spacesWeb } from '#features/spaces/web/index.ts'
import { sidebarWeb } from '#features/sidebar/web/index.tsx'
import { search } from '#features/search/web/index.ts'
import { spaceExportWeb } from '#features/space-export/web/index.tsx'
import { spaceSettings } from '#features/space-settings/web/index.tsx'
import { appSwitcherWeb } from '#features/app-switcher/web/index.ts'
import { attachmentsWeb } from '#features/attachments/web/index.ts'
import { captchaWeb } from '#features/captcha/web/index.ts'
import { bookmarkletWeb } from '#features/bookmarklet/web/index.ts'
import { chatWeb } from '#features/chat/web/index.ts'
import { commentsWeb } from '#features/comments/web/index.ts'
import { licenceWeb } from '#features/licence/web/index.ts'
import { externalContentWeb } from '#features/external-content/web/index.ts'
import { likesWeb } from '#features/likes/web/index.ts'
import { highlightWeb } from '#features/highlight/web/index.ts'
import { inlineCommentsWeb } from '#features/inline-comments/web/index.ts'
import { lookAndFeel } from '#features/look-and-feel/web/index.tsx'
import { hintsWeb } from '#features/hints/web/index.ts'
import { jiraCreateIssueWeb } from '#features/jira-create-issue/web/index.ts'
import { jiraLinksWeb } from '#features/jira-links/web/index.ts'
import { jiraMacrosWeb } from '#features/jira-macros/web/index.ts'
import { labelsWeb } from '#features/labels/web/index.ts'
import { linkedAppsWeb } from '#features/linked-apps/web/index.ts'
import { liveSearchWeb } from '#features/live-search/web/index.ts'
import { notificationsWeb } from '#features/notifications/web/index.ts'
import { pagePropertiesWeb } from '#features/page-properties/web/index.ts'
import { pageTreeWeb } from '#features/page-tree/web/index.ts'
import { pageToolsWeb } from '#features/page-tools/web/index.ts'
import { previewsWeb } from '#features/previews/web/index.ts'
import { profileCardWeb } from '#features/profile-card/web/index.ts'
import { quickReloadWeb } from '#features/quick-reload/web/index.ts'
import { recentlyViewedWeb } from '#features/recently-viewed/web/index.ts'
import { restrictionsWeb } from '#features/restrictions/web/index.ts'
import { savedPagesWeb } from '#features/saved-pages/web/index.ts'
import { tableMacrosWeb } from '#features/table-macros/web/index.ts'
import { tasksWeb } from '#features/tasks/web/index.ts'
import { templatesWeb } from '#features/templates/web/index.ts'
import { watchesWeb } from '#features/watches/web/index.ts'
import type { Messages } from '#platform/texts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

/** The features of the browser application. Adding one is adding its folder and a line here. */
const features: readonly WebFeature[] = [
  contentWeb,
  agentAccessWeb,
  analyticsWeb,
  sidebarWeb,
  editorWeb,
  oldEditorWeb,
  dashboardWeb,
  spacesWeb,
  search,
  accounts,
  spaceSettings,
  spaceExportWeb,
  admin,
  notificationsWeb,
  pageToolsWeb,
  attachmentsWeb,
  previewsWeb,
  labelsWeb,
  likesWeb,
  profileCardWeb,
  restrictionsWeb,
  accessRequestsWeb,
  captchaWeb,
  commentsWeb,
  highlightWeb,
  inlineCommentsWeb,
  watchesWeb,
  recentlyViewedWeb,
  quickReloadWeb,
  contributorsWeb,
  liveSearchWeb,
  externalContentWeb,
  pageTreeWeb,
  pagePropertiesWeb,
  templatesWeb,
  diagramsWeb,
  diagramEmbedWeb,
  savedPagesWeb,
  shareWeb,
  lookAndFeel,
  licenceWeb,
  chatWeb,
  hintsWeb,
  bookmarkletWeb,
  tableMacrosWeb,
  tasksWeb,
  linkedAppsWeb,
  appSwitcherWeb,
  jiraLinksWeb,
  jiraMacrosWeb,
  jiraCreateIssueWeb,
]

/** Texts of all features; English ones are those that differ from their keys. A language is one chunk. */
const texts = import.meta.glob<Messages>('./features/*/i18n/{de,en}.json', { import: 'default' })

start(features, texts).catch((error: unknown) => {
  // The server's page stays readable; it only does not come to life.
  reportError(new Error('The application could not start', { cause: error }))
})
