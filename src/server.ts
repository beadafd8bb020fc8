import { accessRequestsFeature } from '#features/access-requests/server/index.ts'
import { adminFeature } from '#features/admin/server/index.ts'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { agentAccessFeature } from '#features/agent-access/server/index.ts'
import { analyticsFeature } from '#features/analytics/server/index.ts'
import { appSwitcherFeature } from '#features/app-switcher/server/index.ts'
import { applicationLinksFeature } from '#features/application-links/server/index.ts'
import { attachmentsFeature } from '#features/attachments/server/index.ts'
import { auditFeature } from '#features/audit/server/index.ts'
import { bookmarkletFeature } from '#features/bookmarklet/server/index.ts'
import { createBackupJobsFeature } from '#features/backup-jobs/server/index.ts'
import { captchaFeature } from '#features/captcha/server/index.ts'
import { chatFeature } from '#features/chat/server/index.ts'
import { clusterFeature } from '#features/cluster/server/index.ts'
import { commentsFeature } from '#features/comments/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { contributorsFeature } from '#features/contributors/server/index.ts'
import { dashboardFeature } from '#features/dashboard/server/index.ts'
import { diagramBulkFeature } from '#features/diagram-bulk/server/index.ts'
import { diagramEmbedFeature } from '#features/diagram-embed/server/index.ts'
import { diagramsFeature } from '#features/diagrams/server/index.ts'
import { demoSpaceFeature } from '#features/demo-space/server/index.ts'
import { externalContentFeature } from '#features/external-content/server/index.ts'
import { highlightFeature } from '#features/highlight/server/index.ts'
import { hintsFeature } from '#features/hints/server/index.ts'
import { inlineCommentsFeature } from '#features/inline-comments/server/index.ts'
import { labelsFeature } from '#features/labels/server/index.ts'
import { editorFeature } from '#features/editor/server/index.ts'
import { jiraCreateIssueFeature } from '#features/jira-create-issue/server/index.ts'
import { jiraLinksFeature } from '#features/jira-links/server/index.ts'
import { licenceFeature } from '#features/licence/server/index.ts'
import { jiraMacrosFeature } from '#features/jira-macros/server/index.ts'
import { likesFeature } from '#features/likes/server/index.ts'
import { linkedAppsFeature } from '#features/linked-apps/server/index.ts'
import { liveEditingFeature } from '#features/live-editing/server/index.ts'
import { liveSearchFeature } from '#features/live-search/server/index.ts'
import { longTasksFeature } from '#features/longtasks/server/index.ts'
import { lookAndFeelFeature } from '#features/look-and-feel/server/index.ts'
import { markupMacrosFeature } from '#features/markup-macros/server/index.ts'
import { mcpFeature } from '#features/mcp/server/index.ts'
import { macroSearchFeature } from '#features/macro-search/server/index.ts'
import { notificationsFeature } from '#features/notifications/server/index.ts'
import { oldEditorFeature } from '#features/old-editor/server/index.ts'
import { pageExportFeature } from '#features/page-export/server/index.ts'
import { pageListsFeature } from '#features/page-lists/server/index.ts'
import { pagePropertiesFeature } from '#features/page-properties/server/index.ts'
import { pageTreeFeature } from '#features/page-tree/server/index.ts'
import { pageToolsFeature } from '#features/page-tools/server/index.ts'
import { previewsFeature } from '#features/previews/server/index.ts'
import { profileCardFeature } from '#features/profile-card/server/index.ts'
import { propertiesFeature } from '#features/properties/server/index.ts'
import { quickReloadFeature } from '#features/quick-reload/server/index.ts'
import { recentlyViewedFeature } from '#features/recently-viewed/server/index.ts'
import { restrictionsFeature } from '#features/restrictions/server/index.ts'
import { rpcFeature } from '#features/rpc/server/index.ts'
import { savedPagesFeature } from '#features/saved-pages/server/index.ts'
import { searchFeature } from '#features/search/server/index.ts'
import { shareFeature } from '#features/share/server/index.ts'
import { sidebarFeature } from '#features/sidebar/server/index.ts'
import { setupFeature } from '#features/setup/server/index.ts'
import { siteInfoFeature } from '#features/site-info/server/index.ts'
import { spaceCategoriesFeature } from '#features/space-categories/server/index.ts'
import { spaceSettingsFeature } from '#features/space-settings/server/index.ts'
import { spaceExportFeature } from '#features/space-export/server/index.ts'
import { spaceImportFeature } from '#features/space-import/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { siteEmojiFeature } from '#features/site-emoji/server/index.ts'
import { tableMacrosFeature } from '#features/table-macros/server/index.ts'
import { tasksFeature } from '#features/tasks/server/index.ts'
import { templatesFeature } from '#features/templates/server/index.ts'
import { watchesFeature } from '#features/watches/server/index.ts'
import { webhooksFeature } from '#features/webhooks/server/index.ts'
import type { ServerFeature } from '#platform/server/app.ts'

/** The features of the wiki, in the order in which they register. Adding one is adding a folder and a line here. */
export const features: readonly ServerFeature[] = [
  accountsFeature,
  setupFeature,
  longTasksFeature,
  spacesFeature,
  contentCoreFeature,
  contentFeature,
  analyticsFeature,
  liveEditingFeature,
  editorFeature,
  dashboardFeature,
  attachmentsFeature,
  previewsFeature,
  labelsFeature,
  likesFeature,
  profileCardFeature,
  spaceCategoriesFeature,
  captchaFeature,
  commentsFeature,
  highlightFeature,
  inlineCommentsFeature,
  restrictionsFeature,
  accessRequestsFeature,
  propertiesFeature,
  searchFeature,
  macroSearchFeature,
  diagramsFeature,
  diagramEmbedFeature,
  diagramBulkFeature,
  watchesFeature,
  recentlyViewedFeature,
  quickReloadFeature,
  contributorsFeature,
  liveSearchFeature,
  pageListsFeature,
  markupMacrosFeature,
  siteEmojiFeature,
  tableMacrosFeature,
  externalContentFeature,
  pageTreeFeature,
  templatesFeature,
  pagePropertiesFeature,
  savedPagesFeature,
  rpcFeature,
  siteInfoFeature,
  licenceFeature,
  hintsFeature,
  bookmarkletFeature,
  tasksFeature,
  notificationsFeature,
  oldEditorFeature,
  adminFeature,
  auditFeature,
  clusterFeature,
  webhooksFeature,
  chatFeature,
  linkedAppsFeature,
  applicationLinksFeature,
  appSwitcherFeature,
  jiraLinksFeature,
  jiraMacrosFeature,
  jiraCreateIssueFeature,
  lookAndFeelFeature,
  createBackupJobsFeature(() => features),
  spaceSettingsFeature,
  shareFeature,
  sidebarFeature,
  pageToolsFeature,
  pageExportFeature,
  demoSpaceFeature,
  spaceImportFeature,
  spaceExportFeature,
  mcpFeature,
  agentAccessFeature,
]
