import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireContent, requireContentFor } from '#features/content-core/server/policies.ts'
import { storageOf } from '#features/content-core/server/read.ts'
import { dropDraft, writeDraft } from '#features/content-core/server/write.ts'
import { createContent, deleteContent, updateContent, type ContentInput } from '#features/content/contract.ts'
import { loadSubjects } from '#features/restrictions/server/index.ts'
import { accountsById, groupsById } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'

interface From {
  request: FastifyRequest
  reply: FastifyReply
}
interface SentDraft {
  draftId?: number | undefined
  pageId?: number | undefined
  type: 'page' | 'blogpost'
  title: string
  spaceKey?: string | undefined
  content: string
  pageVersion?: number | null | undefined
}

/** Saving while one types, and loading a page into the old editor; each represents what our own editor does. */
export function draftCalls(app: App): void {
  const { http } = app
  http.handle(contract.storeDraft, async ({ ctx, body, request, reply }) => {
    const id = await storeDraft(ctx, body, { request, reply })
    const time = new Intl.DateTimeFormat(ctx.locale, {
      timeStyle: 'short',
      ...(ctx.viewer.timeZone ? { timeZone: ctx.viewer.timeZone } : {}),
    })
    return { draftId: String(id), time: time.format(Date.now()) }
  })
  http.handle(contract.dropDraft, async ({ ctx, body, request, reply }) => {
    const id = body.pageId ?? body.draftId
    if (id === undefined) throw badRequest('name the page or the draft', { field: 'body', forPrograms: true })
    const row = await requireContent(ctx, id)
    if (row.status === 'draft') await http.invoke(deleteContent, { params: { id }, query: {} }, { request, reply })
    else await dropDraft(ctx, id)
    return Answer.empty()
  })
  http.handle(contract.loadForEdit, async ({ ctx, params }) => {
    const row = await requireContentFor(ctx, Number.parseInt(params.file, 10), 'update')
    return {
      title: row.title,
      editorContent: (await storageOf(app, [row])).get(row.id) ?? '',
      pageVersion: row.status === 'draft' ? 0 : row.version,
      syncRev: `0.oxbow.${row.version}`,
      confRev: `confluence$content$${row.id}.${row.version}`,
      atlToken: ctx.authentication.xsrfToken,
      permissions: await permissionFields(ctx, row.id),
      editMode: 'legacy' as const,
    }
  })
  // Publishing a draft is a write like any other: the draft keeps its id.
  const publish = ({
    params,
    query,
    body,
    request,
    reply,
  }: { params: { draftId: number }; query: { expand?: string | undefined }; body: ContentInput } & From) =>
    http.invoke(
      updateContent,
      {
        params: { id: params.draftId },
        query: { expand: query.expand, status: 'draft' },
        body: { ...body, status: 'current' },
      },
      { request, reply },
    )
  http.handle(contract.publishDraft, publish)
  http.handle(contract.publishLegacyDraft, publish)
}

async function storeDraft(ctx: Context, draft: SentDraft, from: From): Promise<number> {
  const { http } = ctx.app
  const id = draft.pageId ?? draft.draftId
  if (id === undefined) {
    const created = await http.invoke(
      createContent,
      {
        query: {},
        body: {
          type: draft.type,
          status: 'draft',
          title: draft.title,
          space: { key: draft.spaceKey },
          body: { editor: { value: draft.content, representation: 'editor' } },
        },
      },
      from,
    )
    return z
      .object({ id: z.string().transform(Number) })
      .loose()
      .parse(created).id
  }
  const row = await requireContent(ctx, id)
  const baseVersion = Math.min(draft.pageVersion || row.version, row.version)
  await writeDraft(ctx, id, { title: draft.title, storage: draft.content, baseVersion })
  return id
}

/** Users and groups in restrictions, as the hidden fields of the old editor hold them. */
export async function permissionFields(ctx: Context, id: number): Promise<Record<string, string>> {
  const subjects = (await loadSubjects(ctx, [id])).get(id)
  const fields: Record<string, string> = {}
  for (const [name, operation] of [
    ['view', 'read'],
    ['edit', 'update'],
  ] as const) {
    const { accountIds, groupIds } = subjects?.[operation] ?? { accountIds: [], groupIds: [] }
    const [people, groups] = await Promise.all([accountsById(ctx.app, accountIds), groupsById(ctx.app, groupIds)])
    fields[`${name}PermissionsUsers`] = accountIds.flatMap(account => people.get(account)?.username ?? []).join(',')
    fields[`${name}PermissionsGroups`] = groupIds.flatMap(group => groups.get(group)?.name ?? []).join(',')
  }
  return fields
}
