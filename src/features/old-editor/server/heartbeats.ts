import { createHash } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireContentFor } from '#features/content-core/server/policies.ts'
import * as contract from '../contract.ts'
import { isLive } from '#features/live-editing/server/index.ts'
import { editorsTogether } from './live-editors.ts'
import { enter, leave } from './store.ts'

/**
 * The calls by which an open editor says that it is there. They answer the session's own token: clients look for it.
 */
export function heartbeatCalls({ http }: App): void {
  http.handle(contract.startActivity, ({ ctx, body }) => startActivity(ctx, body.contentId))
  http.handle(contract.stopActivity, async ({ ctx, body }) => {
    if (body.contentId !== undefined && ctx.viewer.userId !== null) await leave(ctx, body.contentId, ctx.viewer.userId)
    return Answer.json({ atlToken: ctx.authentication.xsrfToken })
  })
  http.handle(contract.heartbeat, ({ ctx }) => Answer.json({ atlToken: ctx.authentication.xsrfToken }))
}

async function startActivity(ctx: Context, contentId: number | undefined): Promise<Answer> {
  const { userId } = ctx.viewer
  const atlToken = ctx.authentication.xsrfToken
  if (userId === null)
    return Answer.json({
      atlToken,
      status: 'unauthorised',
      activityResponses: [],
      contributorsHash: hashOf([]),
      editMode: 'legacy',
    })
  let others: { username: string; display_name: string }[] = []
  let version = 0
  if (contentId !== undefined) {
    try {
      version = (await requireContentFor(ctx, contentId, 'update')).version
    } catch (error) {
      // The editor shows that it may no longer save; an error status would break it.
      if (!(error instanceof HttpError) || error.status >= 500) throw error
      return Answer.json({
        atlToken,
        status: 'unauthorised',
        activityResponses: [],
        contributorsHash: hashOf([]),
        editMode: 'legacy',
      })
    }
    others = await enter(ctx, contentId, userId)
    const known = new Set(others.map(other => other.username))
    others.push(...(await editorsTogether(ctx, contentId)).filter(other => !known.has(other.username)))
  }
  return Answer.json({
    atlToken,
    activityResponses: others.map(other => ({ userName: other.username, fullName: other.display_name })),
    contributorsHash: hashOf([version, ...others.map(other => other.username)]),
    editMode: isLive(ctx) ? 'collaborative' : 'legacy',
  })
}

/** Differs when the others or the version do. Never empty: a load test breaks on an empty one. */
function hashOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)
}
