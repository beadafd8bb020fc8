/** Names of events that the wiki itself reads. */
export const PAGE_VIEW = 'page.view'
export const PAGE_EDIT = 'page.edit'
export const SEARCH_PERFORMED = 'search.performed'

const OF_CONTENT = ['contentId'] as const
const OF_WATCH = ['contentId', 'target'] as const
const OF_SEARCH = ['searchId', 'period'] as const
const OF_DIAGRAM = ['diagram'] as const
/** Events that browsers record, with the names of their properties. Others are not stored. */
export const EVENTS = {
  [PAGE_VIEW]: OF_CONTENT,
  'page.reading': ['contentId', 'scrolled'],
  'browser.metrics.navigation': ['key', 'readyForUser'],
  [SEARCH_PERFORMED]: ['query', 'results'],
  'search.view-content': OF_SEARCH,
  'search.edit-content': OF_SEARCH,
  'confluence.edit.button.clicked': ['method'],
  /** Clicks on the star of a space or on “Save for later”, also if the change fails. */
  'confluence.favourite.click': ['contentId', 'spaceKey', 'isSaved'],
  'confluence.like.create': ['contentId', 'contentType'],
  'confluence.like.remove': ['contentId', 'contentType'],
  'confluence.comment.create': ['contentId', 'isReply'],
  'confluence.comment.update': OF_CONTENT,
  'confluence.comment.delete': OF_CONTENT,
  'confluence.inline-comment.open': OF_CONTENT,
  'confluence.inline-comment.create': OF_CONTENT,
  'confluence.inline-comment.resolve': ['contentId', 'isResolved'],
  'confluence.watch.create': OF_WATCH,
  'confluence.watch.remove': OF_WATCH,
  'confluence.share.open': OF_CONTENT,
  'confluence.share.send': ['contentId', 'users', 'groups', 'emails'],
  'confluence.preview.open': ['contentId', 'mode'],
  'confluence.attachment.upload': ['contentId', 'size'],
  'confluence.task.update': ['contentId', 'isDone'],
  'confluence.task-report.sort': ['column', 'isReverse'],
  'confluence.task-report.page': ['page'],
  'search.cql-performed': ['results'],
  'search.suggestion.selected': ['kind'],
  'confluence.template.use': ['template'],
  'confluence.jira.metadata.expanded': OF_CONTENT,
  'confluence.jira.metadata.error.no-metadata': OF_CONTENT,
  showInlineViewer: OF_DIAGRAM,
  clickFullscreen: OF_DIAGRAM,
  clickCopyTo: OF_DIAGRAM,
  clickLinked: OF_DIAGRAM,
  showEmbedDialog: OF_DIAGRAM,
  clickUnlink: OF_DIAGRAM,
} as const satisfies Readonly<Record<string, readonly string[]>>
export type EventName = keyof typeof EVENTS

/** Whether browsers record events of this name. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name)
}

/** Meta of documents whose reader's use may be recorded. */
export const RECORDING_META = 'oxbow-analytics'

/** Part of a page: whether those who may edit it see who viewed it. */
export const VIEWERS_PART = 'viewers'

/** Events of one bulk call. */
export const MOST_EVENTS = 500
export const MAX_NAME = 200
/** Properties of one event, and characters of a value. */
export const MOST_PROPERTIES = 50
export const MAX_VALUE = 2000
/** Characters of a value that are stored. */
export const MAX_STORED_VALUE = 300

export type Properties = Record<string, string | number | boolean>
