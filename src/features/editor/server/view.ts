import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { authorise, permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import { factsOf, storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { readDraft } from '#features/content-core/server/write.ts'
import { loadPageView } from '#features/content/server/index.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'
import { isLive, requireRoom } from '#features/live-editing/server/index.ts'
import type { EditorView } from '../contract.ts'
import { editorMacros } from './macros.ts'

/** People whose names are looked up; the others are shown by what the text calls them. */
const MOST_PEOPLE = 200

/** The page or post to edit. @throws HttpError 400 for another kind of content, 403, 404, 412 with too many editors */
export async function requireEditable(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id)
  await authorise(ctx, row, 'update')
  if (row.type !== 'page' && row.type !== 'blogpost') throw badRequest('Only pages and blog posts are edited here')
  await requireRoom(ctx, row.id)
  return row
}

/** Data of a page that the viewer may edit, for the editor. */
export async function loadEditor(ctx: Context, row: ContentRow): Promise<EditorView> {
  const view = await loadPageView(ctx, row)
  const isNew = row.status === 'draft'
  const draft = await draftOf(ctx, row)
  const storage = draft?.storage ?? (await storageOf(ctx.app, [row])).get(row.id) ?? ''
  return {
    id: view.id,
    type: view.type,
    isNew,
    title: draft?.title ?? row.title,
    storage,
    baseVersion: isNew ? 0 : (draft?.baseVersion ?? row.version),
    currentVersion: isNew ? 0 : row.version,
    draftAt: draft && (!isNew || storage !== '') ? draft.updatedAt : null,
    draftRevision: draft?.revision ?? '',
    space: { key: view.space.key, name: view.space.name, url: view.space.url },
    parentId: view.parentId,
    ancestors: view.ancestors,
    url: isNew ? (view.ancestors.at(-1)?.url ?? view.space.url) : view.url,
    canAttach: (await permissionsOn(ctx, row)).createAttachment,
    people: await peopleIn(ctx, storage),
    macros: editorMacros(ctx),
    isLive: isLive(ctx),
  }
}

/** A visitor keeps no drafts, but may edit where everybody may. */
async function draftOf(ctx: Context, row: ContentRow): Promise<Awaited<ReturnType<typeof readDraft>>> {
  return ctx.viewer.userId === null ? null : readDraft(ctx, row.id)
}

async function peopleIn(ctx: Context, storage: string): Promise<Record<string, string>> {
  const names: Record<string, string> = Object.create(null) as Record<string, string>
  const mentioned = (await factsOf(ctx.app, storage)).references
    .filter(reference => reference.kind === 'user')
    .slice(0, MOST_PEOPLE)
  const find = await accountsMentioned(ctx.app, mentioned)
  for (const user of mentioned) {
    const account = find(user)
    if (!account) continue
    names[account.user_key] = account.display_name
    names[account.username] = account.display_name
  }
  return names
}
