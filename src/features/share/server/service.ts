import type { Context } from '#platform/server/context.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import {
  contextOfAccount,
  requireAccount,
  requireGroup,
  requireUse,
  requireUser,
  type Account,
} from '#features/accounts/server/index.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { findContent, type ContentRow } from '#features/content-core/server/read.ts'
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
 * Shares a page or post: notifies the users, and queues a mail with the note and the address for each address.
 * Users who may not see the page get none: whom the reader names are refused, members of groups are passed over.
 * @returns how many it is shared with; members of groups who may not see the page are among them until each is looked
 * at
 * @throws HttpError 400 without recipients, for an invalid address, for any address without a mail server, and for a
 *   user who may not see the page; 401, 403; 404 for an unknown page, user or group
 */
export async function share(ctx: Context, input: Share): Promise<number> {
  const { app } = ctx
  const senderId = requireUser(ctx)
  requireUse(ctx)
  const row = await requireContent(ctx, input.entityId)
  if ((row.type !== 'page' && row.type !== 'blogpost') || row.status !== 'current')
    throw badRequest('only pages and blog posts are shared', { field: 'entityId', forPrograms: true })
  const emails = [...new Set(input.emails)]
  if (emails.length > 0 && !app.mail.configured)
    throw badRequest('This wiki sends no mail. Name users or groups, or copy the link of the page', { field: 'emails' })
  const wrong = emails.find(email => !ADDRESS.test(email))
  if (wrong !== undefined)
    throw badRequest('“{{address}}” is no e-mail address', { field: 'emails', values: { address: wrong } })
  if (input.users.length + input.groups.length + emails.length === 0)
    throw badRequest('Enter a person to share the page with', { field: 'users' })
  const people = await recipients(ctx, row, input, senderId)
  if (people.length + emails.length === 0)
    throw badRequest('The page cannot be shared with these people: you and deactivated users are left out', {
      field: input.users.length > 0 ? 'users' : 'groups',
    })
  await app.database.transaction(async tx => {
    const about = { contentId: row.id, senderId, note: input.note.trim() }
    for (const email of emails)
      await app.jobs.enqueue(
        { kind: SHARE_JOB, title: 'Sharing a page', ownerId: null, chargedTo: senderId, input: { ...about, email } },
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
    if (!(await findContent(await contextOfAccount(app, account), row.id)))
      throw badRequest('{{name}} may not view this page', { field: 'users', values: { name: account.display_name } })
    found.set(account.id, account)
  }
  const groups = await Promise.all(input.groups.map(name => requireGroup(app, name)))
  for (const account of await membersOf(ctx, groups, MOST_MEMBERS)) found.set(account.id, account)
  found.delete(senderId)
  return [...found.values()].filter(account => account.active === 1)
}

/**
 * The work of {@link SHARE_JOB}: the mail to an address, unless the sender may no longer see the page. Users are
 * notified by `content.shared`.
 */
export async function sendShare({ app, input }: JobRun): Promise<void> {
  const { contentId, senderId, note, email } = input as Record<string, unknown>
  const sender = await activeAccount(app.database.read, Number(senderId))
  if (!sender || typeof email !== 'string') return
  const ctx = await contextOfAccount(app, sender)
  const row = await findContent(ctx, Number(contentId))
  if (row?.status !== 'current') return
  const { t } = readerOf(ctx)
  const values = { name: sender.display_name, title: row.title, site: app.settings.get(siteTitle) }
  await app.mail.send({
    to: email,
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
