import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { contentPath, findPage, meantTitleKey, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import { copyPage, movePage, trashContent, trashHierarchy, updatePage } from '#features/content-core/server/write.ts'
import { requireSpace, type Space } from '#features/spaces/server/index.ts'
import { copyPageAction, movePageForm, removePageAction, revertPageAction } from '../contract.ts'
import { historyPath } from '../tools.ts'
import { requireSpaceOf } from './head.ts'

/** Handlers for the forms of the documents; the app uses the REST interface. */
export function toolForms({ http }: App): void {
  http.handle(removePageAction, async ({ ctx, body }) => {
    const row = await requireContent(ctx, body.pageId)
    const parent = row.parent_id === null ? undefined : await requireContent(ctx, row.parent_id)
    const space = await requireSpaceOf(ctx, row)
    if (body.hierarchy === 'true') await trashHierarchy(ctx, row)
    else await trashContent(ctx, row)
    return see(parent ? contentPath(parent, space.key) : `/display/${encodeURIComponent(space.key)}`)
  })

  http.handle(movePageForm, async ({ ctx, body }) => {
    const space = await requireSpace(ctx, body.spaceKey)
    const target = await parentNamed(ctx, space, body.parentTitle)
    const moved = await movePage(
      ctx,
      body.pageId,
      target ? { at: 'append', target } : { at: 'topLevel', spaceId: space.id },
      space,
    )
    return see(contentPath(moved, space.key))
  })

  http.handle(copyPageAction, async ({ ctx, body }) => {
    const space = await requireSpace(ctx, body.spaceKey)
    const parent = await parentNamed(ctx, space, body.parentTitle)
    const copy = await copyPage(ctx, body.idOfPageToCopy, {
      space,
      parentId: parent?.id ?? null,
      title: body.title,
      titlePrefix: '',
      hierarchy: body.hierarchy === 'true',
      attachments: body.attachments === 'true',
      labels: body.labels === 'true',
      properties: true,
      restrictions: body.unrestricted !== 'true',
    })
    return see(contentPath(copy, space.key))
  })

  http.handle(revertPageAction, async ({ ctx, body }) => {
    const row = await requireContent(ctx, body.pageId)
    await authorise(ctx, row, 'update')
    const old = await versionOf(ctx.app.database.read, row.id, body.version)
    if (!old) throw notFound('There is no version {{version}} of this page', { values: { version: body.version } })
    await updatePage(ctx, row, {
      version: row.version + 1,
      title: old.title,
      body: { value: old.storage, representation: 'storage' },
      message: `Reverted from v. ${body.version}`,
    })
    return see(historyPath(String(row.id)))
  })
}

function see(path: string): Answer {
  return Answer.redirect(path, 303)
}

/** The page of a title that the viewer may see; undefined for an empty title, the top of the space. */
async function parentNamed(ctx: Context, space: Space, title: string): Promise<ContentRow | undefined> {
  if (title.trim() === '') return undefined
  const row = await findPage(ctx, space.id, meantTitleKey(title))
  if (!row) throw notFound('The space {{key}} has no page titled {{title}}', { values: { key: space.key, title } })
  return row
}
