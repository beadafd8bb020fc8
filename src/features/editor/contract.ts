import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { crumb } from '#features/content/contract.ts'

const TAG = 'editor'

/** A macro as the editor inserts and shows it. */
export const editorMacro = z.object({
  /** `ac:name` of the storage format. */
  name: z.string(),
  /** Other names of the storage format. */
  aliases: z.array(z.string()),
  /** In the reader's language. */
  title: z.string(),
  /** In the reader's language. */
  description: z.string(),
  /** Name of its category. */
  category: z.string(),
  /** Search words of the insert menus, separated by blanks. */
  keywords: z.string(),
  /** Whether the menus offer it unasked. */
  isCommon: z.boolean(),
  /** Whether it is asked for its parameters before it is inserted. */
  hasForm: z.boolean(),
  /** Parameters of a new macro. */
  parameters: z.record(z.string(), z.string()),
  /** Whether its body is edited, as a box; any other macro is shown as a whole. */
  isBox: z.boolean(),
  hasTitle: z.boolean(),
})
export type EditorMacro = z.output<typeof editorMacro>

export const editorView = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  isNew: z.boolean(),
  /** From the reader's draft, where there is one. */
  title: z.string(),
  storage: z.string(),
  /** Version the text is based on; 0 for new content. */
  baseVersion: z.number(),
  currentVersion: z.number(),
  /** ISO 8601 time of the unpublished edit; null for the published text. */
  draftAt: z.string().nullable(),
  /** Its `revision`; empty without a draft. */
  draftRevision: z.string(),
  space: z.object({ key: z.string(), name: z.string(), url: z.string() }),
  parentId: z.string().nullable(),
  ancestors: z.array(crumb),
  /** Destination on close. */
  url: z.string(),
  canAttach: z.boolean(),
  /** Display names of mentioned users, by key and user name. */
  people: z.record(z.string(), z.string()),
  macros: z.array(editorMacro),
  /** Whether it is edited together with others. */
  isLive: z.boolean(),
})
export type EditorView = z.output<typeof editorView>

export const openEditor = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/editor/:id',
  tag: TAG,
  summary: 'A page as the editor opens it: the text, or the unpublished change of it',
  params: z.object({ id: contentId }),
  response: editorView,
})

/** Place of new content. Default space: that of `fromPageId`. */
export const newContent = z.object({
  type: z.enum(['page', 'blogpost']).default('page'),
  spaceKey: z.string().max(255).optional(),
  fromPageId: contentId.optional(),
  title: z.string().max(MAX_TITLE_LENGTH).optional(),
})

export const beginContent = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/editor',
  tag: TAG,
  summary: 'Begin a page or post: a draft of it',
  query: newContent,
  response: editorView,
})

export const leaveEditor = endpoint({
  method: 'DELETE',
  path: '/rest/oxbow/1.0/editor/:id',
  tag: TAG,
  summary: 'Leave the editor: a draft goes for good if nothing was ever written in it, all else stays',
  params: z.object({ id: contentId }),
  status: 204,
})
