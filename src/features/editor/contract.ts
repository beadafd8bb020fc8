import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { crumb } from '#features/content/contract.ts'
import { MAX_TITLE_LENGTH } from '#features/content/shared.ts'

const TAG = 'editor'

/** A page or post as the editor opens it. */
export const editorView = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  /** It was never published: publishing makes its first version. */
  isNew: z.boolean(),
  /** Title and text to go on with: those of the reader's draft, where there is one. */
  title: z.string(),
  storage: z.string(),
  /** Version that the text was begun on; 0 for what is new. */
  baseVersion: z.number(),
  /** Version that others see. */
  currentVersion: z.number(),
  /** When the reader's unpublished change was kept (ISO 8601); null when the text is the published one. */
  draftAt: z.string().nullable(),
  /** `revision` of that change; empty without one. Drafts are written on top of it. */
  draftRevision: z.string(),
  space: z.object({ key: z.string(), name: z.string(), url: z.string() }),
  parentId: z.string().nullable(),
  ancestors: z.array(crumb),
  /** Where closing the editor leads. */
  url: z.string(),
  canAttach: z.boolean(),
  /** Names of the people that the text mentions, by user key and by user name. */
  people: z.record(z.string(), z.string()),
})
export type EditorView = z.output<typeof editorView>

export const openEditor = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/editor/:id', tag: TAG, summary: 'A page as the editor opens it: the text, or the unpublished change of it',
  params: z.object({ id: contentId }), response: editorView,
})

/** Where something new is to stand. Without a space, that of `fromPageId`. */
export const newContent = z.object({
  type: z.enum(['page', 'blogpost']).default('page'),
  spaceKey: z.string().max(255).optional(),
  fromPageId: contentId.optional(),
  title: z.string().max(MAX_TITLE_LENGTH).optional(),
})

export const beginContent = endpoint({
  method: 'POST', path: '/rest/oxbow/1.0/editor', tag: TAG,
  summary: 'Begin a page or post: a draft of it',
  query: newContent, response: editorView,
})

export const leaveEditor = endpoint({
  method: 'DELETE', path: '/rest/oxbow/1.0/editor/:id', tag: TAG,
  summary: 'Leave the editor: a draft goes for good if nothing was ever written in it, all else stays',
  params: z.object({ id: contentId }), status: 204,
})
