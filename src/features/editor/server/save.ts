import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { contentId, looseBoolean, looseInteger } from '#platform/wire.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { updatePage } from '#features/content-core/server/write.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { requireEditable } from './view.ts'

const form = z
  .object({
    pageId: contentId,
    title: z.string().optional(),
    /** Storage format, or the editor's form of it. */
    wysiwygContent: z.string().optional(),
    /** Version that the text was begun on; without it, the current one. */
    originalVersion: z
      .literal('')
      .transform(() => undefined)
      .or(looseInteger)
      .optional(),
    versionComment: z.string().max(2000).optional(),
    minorEdit: looseBoolean.optional(),
    cancel: z.string().optional(),
  })
  .loose()

const save = (path: string) =>
  endpoint({
    method: 'POST',
    path,
    tag: 'editor',
    summary: 'Save a page or post by a form, as older programs do',
    encoding: 'form',
    body: form,
    bodyLimit: CONTENT_BODY_LIMIT,
    status: 302,
  })

/** The form save of the old product: writes the next version, or publishes a draft, and goes to the page. */
export function formSave({ http }: App): void {
  for (const path of [
    '/pages/doeditpage.action',
    '/pages/doeditblogpost.action',
    '/pages/docreatepage.action',
    '/pages/docreateblogpost.action',
  ]) {
    http.handle(save(path), async ({ ctx, body }) => {
      const before = await requireEditable(ctx, body.pageId)
      const { wysiwygContent, originalVersion, versionComment, minorEdit, title } = body
      const row =
        body.cancel !== undefined
          ? await requireContent(ctx, body.pageId)
          : await updatePage(ctx, before, {
              version: before.status === 'draft' ? 1 : (originalVersion ?? before.version) + 1,
              status: 'current',
              title,
              message: versionComment,
              minor: minorEdit,
              body: wysiwygContent === undefined ? undefined : { value: wysiwygContent, representation: 'editor' },
            })
      const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
      return Answer.redirect(
        row.status === 'draft'
          ? `/display/${encodeURIComponent(space?.key ?? '')}`
          : contentPath(row, space?.key ?? ''),
      )
    })
  }
}
