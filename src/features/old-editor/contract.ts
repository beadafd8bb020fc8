import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseInteger } from '#platform/wire.ts'
import { contentInput } from '#features/content/contract.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'

const TAG = 'old editor'

/** Optional id: clients send 0 or nothing for new content. */
const maybeId = z
  .union([z.literal(''), z.null(), z.undefined(), contentId])
  .transform(value => (typeof value === 'number' && value > 0 ? value : undefined))

const activity = z
  .object({
    contentId: maybeId.optional(),
    draftType: z.string().max(40).optional(),
    type: z.string().max(40).optional(),
    spaceKey: z.string().optional(),
  })
  .loose()

/** Heartbeat of an open editor, every half minute; answers with other editors. */
export const startActivity = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/json/startheartbeatactivity.action',
  tag: TAG,
  summary: 'I am editing this; who else is?',
  encoding: 'form',
  body: activity,
})
export const stopActivity = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/json/stopheartbeatactivity.action',
  tag: TAG,
  summary: 'I am no longer editing this',
  encoding: 'form',
  body: activity,
})
export const heartbeat = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/json/heartbeat.action',
  tag: TAG,
  summary: 'My session goes on',
  encoding: 'form',
  body: activity,
})

/** `pageId`: edited page; `draftId`: draft of a new one. */
const draft = z
  .object({
    draftId: maybeId.optional(),
    pageId: maybeId.optional(),
    type: z.enum(['page', 'blogpost']).default('page'),
    title: z.string().max(1000).default(''),
    spaceKey: z.string().optional(),
    content: z.string().default(''),
    pageVersion: looseInteger.nullish(),
  })
  .loose()
export const storeDraft = endpoint({
  method: 'POST',
  path: '/rest/tinymce/1/drafts',
  tag: TAG,
  summary: 'Keep what is typed',
  body: draft,
  bodyLimit: CONTENT_BODY_LIMIT,
  response: z.object({ draftId: z.string(), time: z.string() }),
})
export const dropDraft = endpoint({
  method: 'DELETE',
  path: '/rest/tinymce/1/drafts/discard',
  tag: TAG,
  summary: 'Forget what was typed',
  body: draft,
  status: 204,
})
export const loadForEdit = endpoint({
  method: 'GET',
  path: '/rest/tinymce/1/content/:file',
  tag: TAG,
  summary: 'A page as the old editor loads it',
  params: z.object({ file: z.string().regex(/^\d{1,15}\.json$/, 'must be an id and .json') }),
  response: z.object({
    title: z.string(),
    editorContent: z.string(),
    pageVersion: z.number(),
    syncRev: z.string(),
    confRev: z.string(),
    atlToken: z.string(),
    permissions: z.record(z.string(), z.string()),
    editMode: z.literal('legacy'),
  }),
})

/** Editor as an HTML fragment, for existing or new content. */
export const editorFragment = endpoint({
  method: 'GET',
  path: '/plugins/editor-loader/editor.action',
  tag: TAG,
  summary: 'The form of the old editor, as it is loaded into a page',
  query: z
    .object({ pageId: maybeId.optional(), parentPageId: maybeId.optional(), spaceKey: z.string().max(255).optional() })
    .loose(),
})
/** `sharedDraftsEnabled`: drafts are server content with their later id. */
export const synchronyStatus = endpoint({
  method: 'GET',
  path: '/rest/synchrony-interop/status',
  tag: TAG,
  summary: 'How drafts are kept, for users',
  response: z.object({ sharedDraftsEnabled: z.boolean() }),
})
/** `limited`: editing together is switched off, and each user has a separate draft on the server. */
export const synchronyConfiguration = endpoint({
  method: 'GET',
  path: '/rest/synchrony-interop/configuration',
  tag: TAG,
  summary: 'Whether several people edit a page together, for users',
  response: z.object({
    mode: z.enum(['enabled', 'limited', 'disabled']),
    sharedDraftsEnabled: z.boolean(),
    synchronyEnabled: z.boolean(),
  }),
})
export const synchronyService = endpoint({
  method: 'GET',
  path: '/rest/synchrony-interop/synchrony-status',
  tag: TAG,
  summary: 'Whether the service for editing together runs, for users',
  response: z.object({ status: z.enum(['running', 'stopped']) }),
})
const emoticons = {
  path: '/rest/emoticons/1.0/custom',
  tag: TAG,
  query: z.object({ shortcut: z.string().max(255).optional() }).loose(),
  response: z.object({ emojis: z.array(z.object({ shortName: z.string() })) }),
}
export const customEmoticons = endpoint({
  method: 'GET',
  ...emoticons,
  summary: 'Emojis that administrators have added',
})
/** Editors of newer versions ask for emojis in this way, too; nothing is stored. */
export const findCustomEmoticons = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  ...emoticons,
  summary: 'Emojis that administrators have added',
  body: z.unknown(),
})

const publish = {
  tag: TAG,
  params: z.object({ draftId: contentId }),
  query: z.object({ expand: z.string().optional(), status: z.string().optional() }),
  body: contentInput,
  bodyLimit: CONTENT_BODY_LIMIT,
}
const PUBLISH_PATH = '/rest/api/content/blueprint/instance/:draftId'
export const publishDraft = endpoint({
  method: 'PUT',
  path: PUBLISH_PATH,
  summary: 'Publish a shared draft',
  ...publish,
})
export const publishLegacyDraft = endpoint({
  method: 'POST',
  path: PUBLISH_PATH,
  summary: 'Publish a draft',
  ...publish,
})
