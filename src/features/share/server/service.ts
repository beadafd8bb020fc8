import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { languageFor } from '#platform/server/language.ts'
import {
  requireAccount,
  requireGroup,
  requireUse,
  requireUser,
  viewerOf,
  type Account,
} from '#features/accounts/server/index.ts'
import { pagePath } from '#features/content/address-shared.ts'
import { findContent, requireContent, type ContentRow } from '#features/content/server/index.ts'
import { activeAccount, membersOf } from './store.ts'

export const SHARE_JOB = 'share.mail'
/** Members of groups that one share reaches. */
const MOST_MEMBERS = 500
/** One plain address, as the mailer takes it. */
const ADDRESS = /^[^\s<>()[\],;:\\"@]{1,64}@[^\s<>()[\],;:\\"@]{1,255}$/

interface Share {
  entityId: number
  users: readonly string[]
  groups: readonly string[]
  emails: readonly string[]
  note: string
}

/**
 * Shares a page or post: queues a mail with the note and the address for each recipient.
 * Users who may not see the page get none: whom the reader names are refused, members of groups are passed over.
 * @returns how many mails are queued; members of groups who may not see the page are among them until each is looked at
 * @throws HttpError 400 without recipients, for no address, for a user who may not see the page, and without a mail server;
 *   401, 403; 404 for an unknown page, user or group
 */
export async function share(ctx: Context, input: Share): Promise<number> {
  const { app } = ctx
  const senderId = requireUser(ctx)
  requireUse(ctx)
  const row = await requireContent(ctx, input.entityId)
  if ((row.type !== 'page' && row.type !== 'blogpost') || row.status !== 'current')
    throw badRequest('only pages and blog posts are shared', { field: 'entityId', forPrograms: true })
  if (!app.mail.configured) throw badRequest('This wiki sends no mail. Copy the link of the page instead')
  const emails = [...new Set(input.emails)]
  const wrong = emails.find(email => !ADDRESS.test(email))
  if (wrong !== undefined)
    throw badRequest('“{{address}}” is no e-mail address', { field: 'emails', values: { address: wrong } })
  const people = await recipients(ctx, row, input, senderId)
  if (people.length + emails.length === 0) throw badRequest('Name somebody to share the page with', { field: 'users' })
  await app.database.transaction(async tx => {
    const about = { contentId: row.id, senderId, note: input.note.trim() }
    for (const to of [...people.map(({ id }) => ({ accountId: id })), ...emails.map(email => ({ email }))])
      await app.jobs.enqueue(
        { kind: SHARE_JOB, title: 'Sharing a page', ownerId: null, input: { ...about, ...to } },
        tx,
      )
    tx.append({
      kind: 'content.shared',
      actorId: senderId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { accountIds: people.map(({ id }) => id), note: about.note },
    })
  })
  return people.length + emails.length
}

async function recipients(ctx: Context, row: ContentRow, input: Share, senderId: number): Promise<Account[]> {
  const { app, viewer } = ctx
  if (input.users.length + input.groups.length > 0 && !viewer.mayViewUsers)
    throw forbidden('You do not have permission to view users')
  const found = new Map<number, Account>()
  for (const name of new Set(input.users)) {
    const account = await requireAccount(app, /^[0-9a-f]{32}$/.test(name) ? { userKey: name } : { username: name })
    if (!(await findContent(await contextFor(app, account), row.id)))
      throw badRequest('{{name}} may not view this page', { field: 'users', values: { name: account.display_name } })
    found.set(account.id, account)
  }
  const groups = await Promise.all(input.groups.map(name => requireGroup(app, name)))
  for (const account of await membersOf(ctx, groups, MOST_MEMBERS)) found.set(account.id, account)
  found.delete(senderId)
  return [...found.values()].filter(account => account.active === 1 && account.email !== '')
}

/** What an account sees, in the language that it reads. */
async function contextFor(app: App, account: Account): Promise<Context> {
  const system = app.systemContext()
  const viewer = await viewerOf(app, account)
  return {
    app,
    viewer,
    authentication: { ...system.authentication, viewer },
    locale: languageFor(app.settings, account.locale, undefined),
  }
}

/** The work of {@link SHARE_JOB}: one mail. Whoever may no longer see the page, or share it, neither gets nor sends one. */
export async function sendShare({ app, input }: JobRun): Promise<void> {
  const { contentId, senderId, note, accountId, email } = input as Record<string, unknown>
  const { read } = app.database
  const sender = await activeAccount(read, Number(senderId))
  const account = accountId === undefined ? undefined : await activeAccount(read, Number(accountId))
  const to = account?.email ?? email
  if (!sender || typeof to !== 'string') return
  const from = await contextFor(app, sender)
  const ctx = account ? await contextFor(app, account) : from
  const row = (await findContent(from, Number(contentId))) && (await findContent(ctx, Number(contentId)))
  if (!row || row.status !== 'current') return
  const { t } = readerOf(ctx)
  const values = { name: sender.display_name, title: row.title, site: app.settings.get(siteTitle) }
  await app.mail.send({
    to,
    subject: t('{{name}} shared “{{title}}” with you', values),
    text: [
      t('{{name}} shared the page “{{title}}” of {{site}} with you.', values),
      ...(note === '' ? [] : [String(note)]),
      `${app.baseUrl}${pagePath(row.id)}`,
    ]
      .join('\n\n')
      .concat('\n'),
  })
}
