import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { Mail } from '#platform/server/mail.ts'
import type { Account } from '#features/accounts/server/index.ts'
import type { NotificationKind } from '../kinds.ts'
import { choicesOf } from '../settings/store.ts'
import { endOfKinds } from '../unsubscribe/reason.ts'
import { unsubscribeUrl } from '../unsubscribe/service.ts'
import { bulkHeaders, plainFoot } from './message.ts'

/** Whether an account gets mail of a kind. */
export async function wantsMail(app: App, accountId: number, kind: NotificationKind): Promise<boolean> {
  const { mail } = (await choicesOf(app, accountId)).get(kind.name) ?? kind.usual
  return mail !== 'never'
}

/**
 * Completes a mail of a kind that is no notification by what all have: the end that says why it comes and what ends it,
 * and the headers by which mail programs do.
 * @param ctx of the receiver
 */
export async function mailOfKind(
  ctx: Context,
  account: Account,
  kind: NotificationKind,
  mail: Pick<Mail, 'subject' | 'text'>,
): Promise<Pick<Mail, 'to' | 'subject' | 'text' | 'headers'>> {
  const { app } = ctx
  const t = app.texts.for(ctx.locale)
  const { target, words } = endOfKinds([kind.name])
  const unsubscribe = await unsubscribeUrl(app, account, target)
  const foot = plainFoot({ t, base: app.baseUrl, unsubscribe, ...words(t) })
  return {
    to: account.email,
    subject: mail.subject,
    text: `${mail.text}\n\n${foot}`,
    headers: bulkHeaders(unsubscribe),
  }
}
