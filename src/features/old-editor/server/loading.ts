import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import { requireContent, requireContentFor } from '#features/content-core/server/policies.ts'
import { storageOf } from '#features/content-core/server/read.ts'
import { readDraft } from '#features/content-core/server/write.ts'
import { liveEditing } from '#features/live-editing/server/index.ts'
import { siteEmojiOf } from '#features/site-emoji/server/index.ts'
import { mayInSpace, requireSpace } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { permissionFields } from './drafts.ts'

/** Fields of the editor's form. Of a page that does not exist yet, the ids are 0. */
interface Form {
  id: number
  draftId: number
  type: string
  title: string
  storage: string
  version: number
  spaceKey: string
  permissions: Record<string, string>
}

/** Calls of old front ends that get their editor ready. */
export function loadingCalls({ http }: App): void {
  http.handle(contract.editorFragment, async ({ ctx, query }) => {
    const form =
      query.pageId === undefined
        ? await newForm(ctx, query.spaceKey, query.parentPageId)
        : await formOf(ctx, query.pageId)
    return Answer.html(fragment(form, ctx.authentication.xsrfToken).text, 200, { 'cache-control': 'no-store' })
  })
  http.handle(contract.synchronyStatus, ({ ctx }) => {
    requireUser(ctx)
    return { sharedDraftsEnabled: true }
  })
  http.handle(contract.synchronyConfiguration, ({ ctx }) => {
    requireUser(ctx)
    const isOn = ctx.app.settings.get(liveEditing)
    return {
      mode: isOn ? ('enabled' as const) : ('limited' as const),
      sharedDraftsEnabled: true,
      synchronyEnabled: isOn,
    }
  })
  http.handle(contract.synchronyService, ({ ctx }) => {
    requireUser(ctx)
    return { status: ctx.app.settings.get(liveEditing) ? ('running' as const) : ('stopped' as const) }
  })
  for (const endpoint of [contract.customEmoticons, contract.findCustomEmoticons]) {
    http.handle(endpoint, async ({ ctx, query }) => {
      requireUser(ctx)
      const wanted = query.shortcut?.replaceAll(':', '').toLowerCase()
      const emoji = await siteEmojiOf(ctx.app)
      return {
        emojis: emoji
          .filter(({ name }) => wanted === undefined || name === wanted)
          .map(({ name }) => ({ shortName: `:${name}:` })),
      }
    })
  }
}

/** @throws HttpError 403 and 404 for what the viewer may not edit, 400 for what is neither page nor post */
async function formOf(ctx: Context, id: number): Promise<Form> {
  const row = await requireContentFor(ctx, id, 'update')
  if (row.type !== 'page' && row.type !== 'blogpost')
    throw badRequest('only pages and blog posts are edited here', {
      field: 'pageId',
      forPrograms: true,
    })
  const draft = ctx.viewer.userId === null ? null : await readDraft(ctx, id)
  const isDraft = row.status === 'draft'
  return {
    id: isDraft ? 0 : id,
    draftId: isDraft || draft ? id : 0,
    type: row.type,
    title: draft?.title ?? row.title,
    storage: draft?.storage ?? (await storageOf(ctx.app, [row])).get(id) ?? '',
    version: isDraft ? 0 : row.version,
    spaceKey: '',
    permissions: await permissionFields(ctx, id),
  }
}

/** Loading the editor begins nothing: the draft comes with the first save. @throws HttpError 400, 401, 403, 404 */
async function newForm(ctx: Context, spaceKey: string | undefined, parentId: number | undefined): Promise<Form> {
  if (!spaceKey)
    throw badRequest('pageId or spaceKey: say what to edit, or in which space something new begins', {
      forPrograms: true,
    })
  const space = await requireSpace(ctx, spaceKey)
  requireUser(ctx)
  if (!(await mayInSpace(ctx.app, ctx.viewer, space.id, 'create:page'))) {
    throw forbidden('You do not have permission to create pages in the space {{key}}', { values: { key: space.key } })
  }
  if (parentId !== undefined) await requireContent(ctx, parentId)
  const none = {
    viewPermissionsUsers: '',
    viewPermissionsGroups: '',
    editPermissionsUsers: '',
    editPermissionsGroups: '',
  }
  return { id: 0, draftId: 0, type: 'page', title: '', storage: '', version: 0, spaceKey: space.key, permissions: none }
}

function fragment(form: Form, token: string): Markup {
  const hidden = {
    ...form.permissions,
    entityId: String(form.id),
    draftId: String(form.draftId),
    originalVersion: String(form.version),
    newSpaceKey: form.spaceKey,
    atl_token: token,
  }
  const metas = {
    'ajs-content-id': String(form.id || form.draftId),
    'ajs-page-id': String(form.id),
    'ajs-draft-id': String(form.draftId),
    'ajs-draft-type': form.type,
    'ajs-new-page': String(form.id === 0),
    'ajs-editor-mode': 'richtext',
    'ajs-edit-mode': 'legacy',
    'ajs-page-version': String(form.version),
    'ajs-atl-token': token,
  }
  return html`<ol id="quickedit-breadcrumbs" class="hidden"></ol>
<div id="editor-precursor"><input type="text" id="content-title" name="title" value="${form.title}"><div id="heartbeat-div"><span id="other-users-span"></span></div></div>
<div id="editor-messages"></div><div id="all-messages"></div><div id="rte-toolbar"></div>
<div id="wysiwyg"><textarea id="wysiwygTextarea" name="wysiwygContent" class="hidden tinymce-editor">
${form.storage}</textarea></div><div id="editor-html-source"></div><div id="preview"><div id="previewArea"></div></div>
<div id="rte-savebar"><button type="button" id="rte-button-attachments"></button><button type="button" id="rte-button-labels"></button><input type="checkbox" id="watchPage" name="watchPageAfterComment"><input type="text" id="versionComment" name="versionComment"><input type="checkbox" id="notifyWatchers" name="notifyWatchers"><span id="rte-spinner" hidden></span><button type="button" id="rte-button-edit">Edit</button><button type="button" id="rte-button-preview">Preview</button><button type="submit" id="rte-button-publish" name="confirm">Save</button><button type="submit" id="rte-button-cancel" name="cancel">Cancel</button><span id="draft-status"></span></div>
<script type="text/x-template" title="dynamic-editor-metadata">${Object.entries(metas).map(([name, content]) => html`<meta name="${name}" content="${content}">`)}</script>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}
