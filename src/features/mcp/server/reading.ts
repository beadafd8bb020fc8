import type { z } from 'zod'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { Answer, type AnyEndpoint } from '#platform/server/http/http.ts'
import type { ResponseOf } from '#platform/contract.ts'
import { children } from '#features/content/contract.ts'
import { treeChildren } from '#features/content/view-contract.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { contentPath, findPage, meantTitleKey, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import { markdownOf } from '#features/content-core/server/render.ts'
import { siteSearch } from '#features/search/contract.ts'
import { listSpaces as spacesCall } from '#features/spaces/contract.ts'
import { requireSpace, spacesById } from '#features/spaces/server/index.ts'
import { MOST_TEXT } from '../shared.ts'
import type { childrenInput, pageInput, searchInput, spacesInput } from './inputs.ts'
import type { ToolCall } from './tools.ts'

/** The value that a call of the REST interface answers with, under its own policies. @throws HttpError */
export async function ask<E extends AnyEndpoint>(
  endpoint: E,
  input: { params?: unknown; query?: unknown; body?: unknown },
  { ctx, request, reply }: ToolCall,
): Promise<ResponseOf<E>> {
  const answer = await ctx.app.http.invoke(endpoint, input, { request, reply })
  if (answer instanceof Answer) throw new Error(`${endpoint.path} answers without a value`)
  return answer
}

export async function search(
  { query, space, start, limit }: z.output<typeof searchInput>,
  call: ToolCall,
): Promise<string> {
  const asked = { query, space: space ?? '', type: 'page,blogpost', start: String(start), limit: String(limit) }
  const { results, totalSize } = await ask(siteSearch, { query: asked }, call)
  const textOf = (segments: readonly { text: string }[]): string => segments.map(({ text }) => text).join('')
  return asText({
    total: totalSize,
    results: results.map(({ id, type, title, excerpt, url, space: found, lastModified }) => ({
      id,
      type,
      title: textOf(title),
      space: found?.key,
      url,
      lastModified,
      excerpt: textOf(excerpt),
    })),
  })
}

export async function listSpaces({ start, limit }: z.output<typeof spacesInput>, call: ToolCall): Promise<string> {
  const query = { start: String(start), limit: String(limit) }
  const { results, _links } = await ask(spacesCall, { query }, call)
  return asText({
    spaces: results.map(({ key, name, type, status }) => ({ key, name, type, status })),
    hasMore: _links.next !== undefined,
  })
}

export async function listChildren(
  { page, space, start, limit }: z.output<typeof childrenInput>,
  call: ToolCall,
): Promise<string> {
  const query = { start: String(start), limit: String(limit) }
  if (page !== undefined) {
    const { results, _links } = await ask(children, { params: { id: page, type: 'page' }, query }, call)
    return pageList(results, _links.next)
  }
  if (space === undefined) throw badRequest('Name a page or a space', { forPrograms: true })
  const { results, _links } = await ask(treeChildren, { params: { key: space }, query }, call)
  return pageList(results, _links.next)
}

function pageList(pages: readonly { id: string; title: string }[], next: string | undefined): string {
  return asText({ pages: pages.map(({ id, title }) => ({ id, title })), hasMore: next !== undefined })
}

/** A page that an agent names by id, or by space and title. @throws HttpError 400, 404 */
async function pageNamed({ page, space, title }: z.output<typeof pageInput>, { ctx }: ToolCall): Promise<ContentRow> {
  if (page !== undefined) return requireText(await requireContent(ctx, Number(page)))
  if (space === undefined || title === undefined)
    throw badRequest('Name a page by its id, or by space and title', { forPrograms: true })
  const found = await findPage(ctx, (await requireSpace(ctx, space)).id, meantTitleKey(title))
  if (!found) throw noContent(title)
  return found
}

/** @throws HttpError 400 for what is no page, blog post or comment */
export function requireText(row: ContentRow): ContentRow {
  if (row.type === 'attachment') throw badRequest('This is a file, not a page', { forPrograms: true })
  return row
}

export async function readPage(input: z.output<typeof pageInput>, call: ToolCall): Promise<string> {
  const { ctx } = call
  const row = await pageNamed(input, call)
  const text = await versionOf(ctx.app.database.read, row.id, row.version)
  const { blocks } = await markdownOf(ctx, text?.storage ?? '', { id: row.id, spaceId: row.space_id })
  const spaceKey = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)?.key ?? ''
  const lines = [
    `title: ${JSON.stringify(row.title)}`,
    `page: "${row.id}"`,
    `space: ${spaceKey}`,
    `version: ${row.version}`,
    `url: ${ctx.app.baseUrl}${contentPath(row, spaceKey)}`,
    `blocks: ${blocks.length}`,
  ]
  let length = 0
  for (let index = input.firstBlock; index < blocks.length; index++) {
    const block = `\n[block ${index}]\n${blocks[index]?.markdown ?? ''}`
    length += block.length
    if (length > MOST_TEXT && index > input.firstBlock) {
      lines.push(`\n[The page goes on: read it with firstBlock ${index}]`)
      break
    }
    lines.push(block)
  }
  return lines.join('\n')
}

export function asText(value: unknown): string {
  return JSON.stringify(value, undefined, 1)
}
