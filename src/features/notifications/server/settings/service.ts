import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { accountsById, requireUser } from '#features/accounts/server/index.ts'
import type { NotificationSettings, updateSettings } from '../../contract.ts'
import { CHOICE_KINDS, DEFAULT_CHOICES, DEFAULT_DIGEST_HOUR, isPossible } from '../../shared.ts'
import { zoneOf } from '../mail/due.ts'
import { accountSettings, choicesOf, setChoice, setDigestHour, setLinkSecret } from './store.ts'

/** How the viewer is notified of what concerns them. @throws HttpError 401 */
export async function settingsOf(ctx: Context): Promise<NotificationSettings> {
  const { app, viewer } = ctx
  const userId = requireUser(ctx)
  const [choices, own, accounts] = await Promise.all([
    choicesOf(app, userId),
    accountSettings(app, userId),
    accountsById(app, [userId]),
  ])
  return {
    choices: CHOICE_KINDS.map(kind => ({ kind, ...(choices.get(kind) ?? DEFAULT_CHOICES[kind]) })),
    digestHour: own?.digest_hour ?? DEFAULT_DIGEST_HOUR,
    timeZone: zoneOf(viewer.timeZone),
    address: app.mail.configured ? (accounts.get(userId)?.email ?? '') : null,
  }
}

/** Stores what the viewer chose; what waits to be mailed keeps its time. @throws HttpError 400, 401 */
export async function changeSettings(ctx: Context, changes: BodyOf<typeof updateSettings>): Promise<void> {
  const userId = requireUser(ctx)
  for (const [index, { kind, ...choice }] of changes.choices.entries())
    if (!isPossible(kind, choice))
      throw badRequest('a reminder of tasks is one mail a day or none, and not in the bell', {
        field: `choices.${index}`,
        forPrograms: true,
      })
  await ctx.app.database.transaction(
    async tx => {
      for (const { kind, ...choice } of changes.choices) await setChoice(tx, userId, kind, choice)
      if (changes.digestHour !== undefined) await setDigestHour(tx, userId, changes.digestHour)
    },
    { invalidates: false },
  )
}

/** Secret that signs the links in an account's mails; made with the first of them. */
export async function linkSecretOf(app: App, accountId: number): Promise<string> {
  const known = (await accountSettings(app, accountId))?.link_secret
  return known ?? newSecret(app, accountId, true)
}

/** Makes the links in all mails to the viewer void. @throws HttpError 401 */
export async function revokeLinks(ctx: Context): Promise<void> {
  await newSecret(ctx.app, requireUser(ctx), false)
}

function newSecret(app: App, accountId: number, keep: boolean): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  return app.database.transaction(tx => setLinkSecret(tx, accountId, secret, keep), { invalidates: false })
}
