import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { WebhookInput } from '../contract.ts'
import {
  countWebhooks,
  insertWebhook,
  removeWebhook,
  replaceWebhook,
  requireWebhook,
  type WebhookRow,
} from './store.ts'

const MAX_WEBHOOKS = 100

/** @throws HttpError 400 when as many as can be are registered */
export function registerWebhook(ctx: Context, input: WebhookInput): Promise<WebhookRow> {
  return ctx.app.database.transaction(async tx => {
    if ((await countWebhooks(tx.db)) >= MAX_WEBHOOKS) {
      throw badRequest('At most {{most}} webhooks can be registered: remove one first', {
        values: { most: MAX_WEBHOOKS },
      })
    }
    return appendEvent(tx, ctx, 'webhook.created', await insertWebhook(tx.db, input))
  })
}

/** Changes all of a webhook; its secret where one is given. @throws HttpError 404 */
export function changeWebhook(ctx: Context, id: number, input: WebhookInput): Promise<WebhookRow> {
  return ctx.app.database.transaction(async tx => {
    await requireWebhook(tx.db, id)
    return appendEvent(tx, ctx, 'webhook.updated', await replaceWebhook(tx.db, id, input))
  })
}

/** @throws HttpError 404 */
export async function unregisterWebhook(ctx: Context, id: number): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const row = await requireWebhook(tx.db, id)
    await removeWebhook(tx.db, id)
    appendEvent(tx, ctx, 'webhook.deleted', row)
  })
}

function appendEvent(
  tx: WriteTransaction,
  ctx: Context,
  kind: `webhook.${'created' | 'updated' | 'deleted'}`,
  row: WebhookRow,
): WebhookRow {
  tx.append({ kind, actorId: ctx.viewer.userId, data: { webhookId: row.id, name: row.name } })
  return row
}
