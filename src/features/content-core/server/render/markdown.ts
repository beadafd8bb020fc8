import { referenceKey, StorageSyntaxError } from '#language/index.ts'
import type { BlockEdit, DiagramOutline } from '#language/markdown/index.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Lane } from '#platform/server/workers/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { diagramOutlines } from '../extension-points.ts'
import type { BodyInput } from '../model/body.ts'
import type { ContentRow } from '../store.ts'
import { storageOf } from '../store.ts'
import {
  macroText,
  markdownTask,
  type BlockView,
  type MarkdownAnswer,
  type MarkdownQuestion,
  type MarkdownResult,
  type MarkdownWork,
} from './markdown-task.ts'
import { resolveUsers } from './people.ts'

/** The content that a text belongs to, as far as it exists. */
export interface MarkdownOwner {
  readonly id?: number
  readonly spaceId: number
}

/** A text as Markdown, and its blocks, which are edited by their index. */
export interface MarkdownText {
  readonly markdown: string
  readonly blocks: readonly BlockView[]
}

/** Texts as Markdown for this reader, by the ids of their contents. */
export async function markdownOfAll(ctx: Context, rows: readonly ContentRow[]): Promise<Map<number, MarkdownText>> {
  const texts = await storageOf(ctx.app, rows)
  const all = new Map<number, MarkdownText>()
  for (const row of rows)
    all.set(
      row.id,
      await markdownOf(ctx, texts.get(row.id) ?? '', { id: row.container_id ?? row.id, spaceId: row.space_id }),
    )
  return all
}

/** One text as Markdown for this reader. */
export async function markdownOf(ctx: Context, storage: string, owner: MarkdownOwner): Promise<MarkdownText> {
  const result = await work(ctx, storage, owner, { kind: 'read' }, 'others')
  if (!('markdown' in result)) throw new Error('A text has no Markdown')
  return result
}

/**
 * The body in storage format: Markdown becomes that, where `before` is the text that it was made of, if there is one.
 * Blocks that were not edited stay as they are, to the byte.
 * @throws HttpError 400 if the Markdown cannot be written
 */
export async function withoutMarkdown(
  ctx: Context,
  body: BodyInput,
  owner: MarkdownOwner,
  before = '',
): Promise<BodyInput> {
  if (body.representation !== 'markdown') return body
  const { value: markdown } = body
  return write(ctx, before, owner, before === '' ? { kind: 'new', markdown } : { kind: 'rewrite', markdown })
}

/**
 * A text with some of its blocks changed.
 * @throws HttpError 400 if there is no such block, or the Markdown cannot be written
 */
export async function withEdits(
  ctx: Context,
  storage: string,
  owner: MarkdownOwner,
  edits: readonly BlockEdit[],
): Promise<BodyInput> {
  return write(ctx, storage, owner, { kind: 'edit', edits })
}

async function write(ctx: Context, storage: string, owner: MarkdownOwner, what: MarkdownWork): Promise<BodyInput> {
  const result = await work(ctx, storage, owner, what, 'saves')
  if ('problem' in result)
    throw badRequest('The Markdown cannot be written: {{reason}}', {
      field: 'body',
      values: { reason: result.problem },
      forPrograms: true,
    })
  if (!('storage' in result)) throw new Error('Markdown has no storage format')
  return { value: result.storage, representation: 'storage' }
}

async function work(
  ctx: Context,
  storage: string,
  { id, spaceId }: MarkdownOwner,
  what: MarkdownWork,
  lane: Lane,
): Promise<MarkdownResult> {
  const outlines = ctx.app.extensions.all(diagramOutlines)
  const spaceKey = (await spacesById(ctx.app, [spaceId])).get(spaceId)?.key
  const place = { pageId: id === undefined ? undefined : String(id), spaceKey, baseUrl: ctx.app.baseUrl }
  const diagramMacros = outlines.flatMap(({ macros }) => macros)
  const sent = 'markdown' in what ? what.markdown.length : 'edits' in what ? JSON.stringify(what.edits).length : 0
  const result = await ctx.app.workers.run(
    markdownTask,
    { storage, place, diagramMacros, work: what },
    storage.length + sent,
    { lane, ask: question => answer(ctx, question as MarkdownQuestion, id) },
  )
  if ('reason' in result) throw new StorageSyntaxError(result.reason, result.line, result.column)
  return result
}

async function answer(ctx: Context, { users, macros }: MarkdownQuestion, pageId = 0): Promise<MarkdownAnswer> {
  const names = new Map<string, string>()
  const found = await resolveUsers(ctx, users)
  for (const user of users) {
    const resolved = found.get(referenceKey(user))
    if (resolved?.kind === 'user') names.set(referenceKey(user), resolved.displayName)
  }
  const outlines = new Map<string, DiagramOutline>()
  for (const macro of macros)
    for (const { outline } of ctx.app.extensions.all(diagramOutlines)) {
      const one = await outline(ctx, macro, pageId)
      if (one) outlines.set(macroText(macro), one)
    }
  return { names, outlines }
}
