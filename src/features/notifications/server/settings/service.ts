import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, requireUser } from '#features/accounts/server/index.ts'
import type { NotificationSettings, updateSettings } from '../../contract.ts'
import { DEFAULT_DIGEST_HOUR, type Choice } from '../../shared.ts'
import { kindsOf, mailTimesOf, type NotificationKind } from '../kinds.ts'
import { zoneOf } from '../mail/due.ts'
import { accountSettings, choicesOf, setChoice, setDigestHour, setLinkSecret } from './store.ts'

/** How the viewer is notified of what concerns them. @throws HttpError 401 */
export async function settingsOf(ctx: Context): Promise<NotificationSettings> {
  const { app, viewer } = ctx
  const userId = requireUser(ctx)
  const { t } = readerOf(ctx)
  const [choices, own, accounts] = await Promise.all([
    choicesOf(app, userId),
    accountSettings(app, userId),
    accountsById(app, [userId]),
  ])
  return {
    choices: kindsOf(app).map(({ name, usual }) => ({ kind: name, ...(choices.get(name) ?? usual) })),
    kinds: kindsOf(app).map(kind => ({
      kind: kind.name,
      label: t(kind.label),
      hasBell: hasBell(kind),
      mailTimes: [...mailTimesOf(kind)],
    })),
    digestHour: own?.digest_hour ?? DEFAULT_DIGEST_HOUR,
    timeZone: zoneOf(viewer.timeZone),
    address: app.mail.configured ? (accounts.get(userId)?.email ?? '') : null,
  }
}

function hasBell({ events }: NotificationKind): boolean {
  return events !== undefined
}

function isPossible(kind: NotificationKind, { bell, mail }: Choice): boolean {
  return (!bell || hasBell(kind)) && mailTimesOf(kind).includes(mail)
}

/** Stores what the viewer chose; what waits to be mailed keeps its time. @throws HttpError 400, 401 */
export async function changeSettings(ctx: Context, changes: BodyOf<typeof updateSettings>): Promise<void> {
  const userId = requireUser(ctx)
  const kinds = new Map(kindsOf(ctx.app).map(kind => [kind.name, kind]))
  if (changes.choices.length > kinds.size)
    throw badRequest('has more choices than there are kinds', { field: 'choices', forPrograms: true })
  for (const [index, { kind: name, ...choice }] of changes.choices.entries()) {
    const kind = kinds.get(name)
    const field = `choices.${index}`
    if (!kind)
      throw badRequest('must be one of {{kinds}}', {
        field: `${field}.kind`,
        values: { kinds: [...kinds.keys()].join(', ') },
        forPrograms: true,
      })
    if (!isPossible(kind, choice))
      throw badRequest('mail of {{kind}} comes {{times}}, or it is not in the bell', {
        field,
        values: { kind: name, times: mailTimesOf(kind).join(', ') },
        forPrograms: true,
      })
  }
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
