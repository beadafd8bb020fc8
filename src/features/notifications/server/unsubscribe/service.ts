import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { accountsById, contextOfAccount } from '#features/accounts/server/index.ts'
import { contentById, findContent } from '#features/content-core/server/read.ts'
import { findSpace, spacesById } from '#features/spaces/server/index.ts'
import { setContentWatch, setSpaceWatch } from '#features/watches/server/index.ts'
import { unsubscribePage } from '../../contract.ts'
import { kindsOf } from '../kinds.ts'
import { linkSecretOf } from '../settings/service.ts'
import { accountSettings, choicesOf, setMailTime } from '../settings/store.ts'
import { accountOfToken, targetOfToken, tokenFor, type Holder, type Target } from './token.ts'

/** A link that was proven: whose it is, and what it ends. */
export interface Unsubscribing {
  /** Of who got the mail. */
  readonly ctx: Context
  readonly target: Target
}

/** The address in a mail to this account that ends the target. */
export async function unsubscribeUrl(
  app: App,
  account: { id: number; email_key: string },
  target: Target,
): Promise<string> {
  const secret = await linkSecretOf(app, account.id)
  const token = tokenFor({ accountId: account.id, emailKey: account.email_key, secret }, target)
  return `${app.baseUrl}${unsubscribePage.path}?token=${token}`
}

/** The permission that a token gives; undefined for one that is wrong, was revoked, or came to another address. */
export async function unsubscribing(app: App, token: string): Promise<Unsubscribing | undefined> {
  const accountId = accountOfToken(token)
  if (accountId === undefined) return undefined
  const account = (await accountsById(app, [accountId])).get(accountId)
  const secret = (await accountSettings(app, accountId))?.link_secret
  if (!account || account.deleted_at !== null || typeof secret !== 'string') return undefined
  const holder: Holder = { accountId, emailKey: account.email_key, secret }
  const target = targetOfToken(token, holder)
  return target && { ctx: await contextOfAccount(app, account), target }
}

/** The name of what is watched, as far as the receiver may see it now. */
export async function watchedName({ ctx, target }: Unsubscribing): Promise<string | undefined> {
  if (target.kind === 'page') return (await findContent(ctx, target.pageId))?.title
  if (target.kind !== 'space') return undefined
  const space = (await spacesById(ctx.app, [target.spaceId])).get(target.spaceId)
  return space && (await findSpace(ctx, space.key))?.name
}

/** Ends what the link names; a second time changes nothing. */
export async function endTarget({ ctx, target }: Unsubscribing): Promise<void> {
  const { app, viewer } = ctx
  const accountId = viewer.userId ?? 0
  if (target.kind === 'page' || target.kind === 'space') return endWatches(ctx, accountId, target)
  const choices = await choicesOf(app, accountId)
  const kinds =
    target.kind === 'kinds'
      ? kindsOf(app).filter(({ name }) => target.kinds.includes(name))
      : kindsOf(app).filter(({ name, events }) => events && choices.get(name)?.mail === 'daily')
  await app.database.transaction(
    async tx => {
      for (const kind of kinds) await setMailTime(tx, accountId, kind, 'never')
    },
    { invalidates: false },
  )
}

async function endWatches(ctx: Context, accountId: number, target: Extract<Target, { pageId: number }>): Promise<void> {
  // Also of what they may not see any more.
  const row = await contentById(ctx.app.database.read, target.pageId)
  if (row) await setContentWatch(ctx, row, accountId, false)
  if (target.kind !== 'space') return
  const space = (await spacesById(ctx.app, [target.spaceId])).get(target.spaceId)
  if (!space) return
  for (const scope of ['all', 'blogpost'] as const) await setSpaceWatch(ctx, space, scope, accountId, false)
}
