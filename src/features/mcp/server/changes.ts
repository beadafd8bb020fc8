import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { BlockEdit } from '#language/markdown/index.ts'
import { badRequest, conflict, HttpError } from '#platform/server/http/errors.ts'
import {
  allowedFileName,
  attachFiles,
  maxAttachmentSize,
  newFile,
  requireTarget,
} from '#features/attachments/server/index.ts'
import { createContent } from '#features/content/contract.ts'
import { requireContentFor } from '#features/content-core/server/policies.ts'
import { contentById, contentPath, spaceKeys, versionOf } from '#features/content-core/server/read.ts'
import { withEdits } from '#features/content-core/server/render.ts'
import { updatePage } from '#features/content-core/server/write.ts'
import { MOST_FILE_BYTES } from '../shared.ts'
import type { commentInput, editInput, fileInput, newPageInput } from './inputs.ts'
import { asText, ask } from './reading.ts'
import type { ToolCall } from './tools.ts'

const inMarkdown = (value: string) => ({ markdown: { value, representation: 'markdown' } })

export async function createPage(
  { space, title, markdown, parent }: z.output<typeof newPageInput>,
  call: ToolCall,
): Promise<string> {
  const ancestors = parent === undefined ? [] : [{ id: parent }]
  const body = { type: 'page', title, space: { key: space }, ancestors, body: inMarkdown(markdown) }
  const made = await ask(createContent, { query: {}, body }, call)
  return asText({
    page: made.id,
    title: made.title,
    version: 1,
    url: call.ctx.app.baseUrl + (made._links['webui'] ?? ''),
  })
}

export async function editPage(
  { page, version, edits, message, minor }: z.output<typeof editInput>,
  { ctx }: ToolCall,
): Promise<string> {
  const row = await requireContentFor(ctx, Number(page), 'update')
  if ((row.type !== 'page' && row.type !== 'blogpost') || row.status !== 'current')
    throw badRequest('Only published pages and blog posts are edited', { forPrograms: true })
  const stale = (current: number) =>
    conflict(
      'The page is at version {{current}}, and you have read version {{version}}. Nothing was changed: read the page again, and edit what is there now',
      { values: { current, version }, forPrograms: true },
    )
  if (row.version !== version) throw stale(row.version)
  const text = await versionOf(ctx.app.database.read, row.id, row.version)
  const body = await withEdits(ctx, text?.storage ?? '', { id: row.id, spaceId: row.space_id }, edits.map(blockEdit))
  // Unpublished changes of the user in an editor stay.
  const change = { version: version + 1, body, message: message ?? '', minor, keepDraft: true }
  const updated = await updatePage(ctx, row, change).catch(async (error: unknown) => {
    const isStale = error instanceof HttpError && error.status === 409
    const current = isStale ? await contentById(ctx.app.database.read, row.id) : undefined
    throw current && current.version !== version ? stale(current.version) : error
  })
  const spaceKey = (await spaceKeys(ctx, [updated])).get(updated.space_id) ?? ''
  return asText({ page, version: updated.version, url: ctx.app.baseUrl + contentPath(updated, spaceKey) })
}

function blockEdit(edit: z.output<typeof editInput>['edits'][number]): BlockEdit {
  switch (edit.action) {
    case 'replace':
      return { kind: 'replace', block: edit.block, markdown: edit.markdown }
    case 'insert':
      return { kind: 'insert', block: edit.after, markdown: edit.markdown }
    case 'delete':
      return { kind: 'delete', block: edit.block }
  }
}

export async function addComment(
  { page, markdown, answers }: z.output<typeof commentInput>,
  call: ToolCall,
): Promise<string> {
  const ancestors = answers === undefined ? [] : [{ id: answers }]
  const body = { type: 'comment', container: { id: page, type: 'page' }, ancestors, body: inMarkdown(markdown) }
  const made = await ask(createContent, { query: {}, body }, call)
  return asText({ comment: made.id, url: call.ctx.app.baseUrl + (made._links['webui'] ?? '') })
}

export async function attachFile(
  { page, name, base64, mediaType = '', comment = '' }: z.output<typeof fileInput>,
  { ctx }: ToolCall,
): Promise<string> {
  const { app } = ctx
  const target = await requireTarget(ctx, Number(page))
  const title = allowedFileName(name)
  if (title !== name.normalize('NFC'))
    throw badRequest('"{{name}}" is no name for a file here', { values: { name }, forPrograms: true })
  const maxSize = Math.min(MOST_FILE_BYTES, app.settings.get(maxAttachmentSize))
  const blob = await app.blobs.put(Readable.from([Buffer.from(base64, 'base64')]), { maxSize })
  const file = await newFile(ctx, { blob, declaredType: mediaType }, { title, comment, minor: false })
  const [row] = await attachFiles(ctx, target.id, [file], 'new-version')
  return asText({
    file: title,
    bytes: blob.size,
    version: row?.version,
    address: `/download/attachments/${page}/${encodeURIComponent(title)}`,
  })
}
