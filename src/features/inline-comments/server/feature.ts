import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { documentMetas } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { captchaIn } from '#features/captcha/server/index.ts'
import { requireContent, requireContentFor } from '#features/content-core/server/policies.ts'
import { contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { pageParts } from '#features/content/server/index.ts'
import { commentAnchors, isResolved, rootOf, threadIds } from '#features/comments/server/index.ts'
import { selectionActions } from '#features/highlight/server/index.ts'
import * as contract from '../contract.ts'
import { ADD_INLINE_COMMENT, DARK_FEATURES_META, MOST_THREADS } from '../shared.ts'
import en from '../i18n/en.json' with { type: 'json' }
import de from '../i18n/de.json' with { type: 'json' }
import { removeLostDrafts } from './lost-drafts.ts'
import { anchor, anchorLate, carryOver, publishDrafts, refsInText, removeMarkers } from './page-text.ts'
import * as service from './service.ts'
import { enabledFeatures, inlineCommentSettings } from './settings.ts'
import { draftRootsOn, namesOn, rootsOn, threadCount } from './store.ts'
import { inlineWire, oneInline, replyWire } from './wire.ts'

/** Threads on marked text of a page: the old product's calls, data sent with a page, and the markers in its text. */
export const inlineCommentsFeature: ServerFeature = {
  name: 'inline-comments',
  messages: { de, en },
  settings: inlineCommentSettings,
  register(app) {
    app.extensions.add(pageParts, { name: 'inlineComments', count: threadCount, isOfPage: true, load: inlinePart })
    app.extensions.add(selectionActions, {
      action: ADD_INLINE_COMMENT,
      isOffered: (page, may) =>
        page.status === 'current' && may.createComment && enabledFeatures(app).includes('confluence-inline-comments'),
    })
    app.extensions.add(contentWriters, {
      async stored(tx, ctx, row, { storage }) {
        await carryOver(tx, row, storage)
        await anchorLate(tx, row, storage)
        await publishDrafts(tx, ctx, row, storage)
      },
      purging: (tx, _, ids) => removeMarkers(tx, ids),
    })
    app.extensions.add(commentAnchors, { anchor })
    app.jobs.schedule('inline-comments.remove-lost-drafts', '57 3 * * *', running => removeLostDrafts(running))
    app.extensions.add(documentMetas, () => [{ name: DARK_FEATURES_META, content: enabledFeatures(app).join(',') }])
    threadCalls(app)
    replyCalls(app)
    editorCalls(app)
  },
}

function threadCalls({ http }: Parameters<ServerFeature['register']>[0]): void {
  http.handle(contract.listInline, async ({ ctx, query }) => {
    const page = await requireContent(ctx, query.containerId)
    return inlineWire(ctx, page, await rootsOn(ctx, page.id))
  })
  http.handle(contract.createInline, async ({ ctx, body, request }) =>
    oneInline(ctx, await service.commentOnText(ctx, body, captchaIn(request))),
  )
  http.handle(contract.updateInline, async ({ ctx, params, body }) => {
    const row = await service.change(ctx, params.id, body.body)
    if (row.parent_id === null) return oneInline(ctx, row)
    return oneReply(ctx, (await rootOf(ctx.app.database.read, row)).id, row)
  })
  http.handle(contract.deleteInline, async ({ ctx, params }) => {
    await service.remove(ctx, params.id)
    return Answer.empty()
  })
  for (const endpoint of [contract.resolveInline, contract.resolveInlineByPost])
    http.handle(endpoint, async ({ ctx, params }) => oneInline(ctx, await service.resolve(ctx, params.id, params)))
}

function replyCalls({ http }: Parameters<ServerFeature['register']>[0]): void {
  http.handle(contract.listReplies, async ({ ctx, params }) => {
    const { row } = await service.requireThread(ctx, params.id)
    const ids = await threadIds(ctx.app.database, row.container_id ?? 0, [row], MOST_THREADS + 1)
    const rows = await contentsById(
      ctx,
      ids.filter(id => id !== row.id),
    )
    return replyWire(ctx, row.id, rows)
  })
  http.handle(contract.createReply, async ({ ctx, params, query, body, request }) => {
    const row = await service.answer(ctx, params.id, { ...query, body: body.body, captcha: captchaIn(request) })
    return oneReply(ctx, params.id, row)
  })
  http.handle(contract.threadOfReply, async ({ ctx, params }) => (await service.requireThread(ctx, params.id)).row.id)
}

/** Calls of the editor of pages, which has threads that are not published yet. */
function editorCalls({ http }: Parameters<ServerFeature['register']>[0]): void {
  http.handle(contract.listForEditor, async ({ ctx, params }) => {
    const page = await requireContentFor(ctx, params.id, 'update')
    const drafts = await draftRootsOn(ctx.app.database.read, page.id)
    const threads = await inlineWire(ctx, page, [...(await rootsOn(ctx, page.id)), ...drafts])
    return threads.map(thread => ({ ...thread, isDraft: drafts.some(({ id }) => id === thread.id) }))
  })
  http.handle(contract.createOnDraft, async ({ ctx, params, body }) =>
    oneInline(ctx, await service.commentOnDraft(ctx, params.id, body)),
  )
}

async function oneReply(ctx: Context, rootId: number, row: ContentRow): Promise<contract.Reply> {
  const [wire] = await replyWire(ctx, rootId, [row])
  if (!wire) throw new Error(`comment ${row.id} is not there`)
  return wire
}

/** Threads of a page with the ids of their answers, in the order of the text; those without a marker last. */
async function inlinePart(ctx: Context, page: ContentRow, count: number): Promise<contract.InlinePart> {
  if (count === 0) return { threads: [] }
  const names = await namesOn(ctx.app.database.read, { pageId: page.id })
  const refs = await refsInText(ctx, page)
  const threads: (contract.InlineThread & { at: number })[] = []
  const rootIds = new Map<number, contract.InlineThread>()
  for (const { id, parent_id, marker_ref, resolution } of names) {
    const above = parent_id === null ? undefined : rootIds.get(parent_id)
    if (above) {
      above.replies.push(String(id))
      rootIds.set(id, above)
      continue
    }
    const at = refs.indexOf(marker_ref ?? '')
    const thread = {
      id: String(id),
      ref: marker_ref ?? '',
      resolved: isResolved({ resolution }),
      dangling: at < 0,
      replies: [],
      at: at < 0 ? refs.length : at,
    }
    threads.push(thread)
    rootIds.set(id, thread)
  }
  threads.sort((a, b) => a.at - b.at || Number(a.id) - Number(b.id))
  return { threads: threads.map(({ at: _, ...thread }) => thread) }
}
