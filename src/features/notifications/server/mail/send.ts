import type { App } from '#platform/server/app.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { accountsById, contextOfAccount } from '#features/accounts/server/index.ts'
import { reasonOf } from '../unsubscribe/reason.ts'
import { unsubscribeUrl } from '../unsubscribe/service.ts'
import { linesOf } from './lines.ts'
import { messageOf } from './message.ts'
import { claimMail, endMail, isMailDue, postponeMail, type ClaimedMail } from './queue-store.ts'

/** Sends the mails that are due. */
export const MAIL_JOB = 'notifications.mail'

/** Mails on their way at once: each waits for the mail server most of the time. */
const AT_ONCE = 4
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 4 * 60 * 60_000
/** With these delays about five days, as long as mail servers try (RFC 5321, 4.5.4.1). */
const MOST_ATTEMPTS = 36

/** Whether this process is sending; and whether more may have become due since it looked last. */
const sending = () => ({ isOn: false, again: false })

/** Has what is due sent, if anything is; each minute, and after what is to be sent at once was queued. */
export async function queueMailJob(app: App): Promise<void> {
  if (!app.mail.configured || !(await isMailDue(app.database, Date.now()))) return
  await app.jobs.enqueue({ kind: MAIL_JOB, title: 'Mailing notifications', ownerId: null })
}

/** The work of {@link MAIL_JOB}. In one process it runs once: a call meanwhile has it look again. */
export async function sendMail({ app, signal }: Pick<JobRun, 'app' | 'signal'>): Promise<void> {
  const state = app.own(sending)
  state.again = true
  if (state.isOn) return
  state.isOn = true
  try {
    while (state.again && !signal.aborted) {
      state.again = false
      await sendDueMail(app, Date.now(), signal)
    }
  } finally {
    state.isOn = false
  }
}

/**
 * Sends all mail that is due, until there is no more or the mail server does not take any.
 * @param at epoch milliseconds
 */
export async function sendDueMail(app: App, at: number, signal?: AbortSignal): Promise<void> {
  let isServerAway = false
  const worker = async () => {
    while (!isServerAway && !signal?.aborted) {
      const mail = await claimMail(app.database, at)
      if (!mail) return
      isServerAway = (await sendOne(app, mail, at)) === 'server' || isServerAway
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Sends a claimed mail, or lets it be tried again. @returns what failed */
async function sendOne(app: App, mail: ClaimedMail, at: number): Promise<'message' | 'server' | undefined> {
  const { mailId, attempt } = mail
  try {
    await deliver(app, mail)
    await endMail(app.database, mailId)
    return undefined
  } catch (error) {
    if (attempt >= MOST_ATTEMPTS) {
      app.log.error({ err: error, mail: mailId }, 'a mail of notifications could not be sent and is given up')
      await endMail(app.database, mailId)
    } else {
      const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS)
      app.log.warn({ err: error, mail: mailId, attempt }, 'a mail of notifications could not be sent; trying again')
      await postponeMail(app.database, mailId, at + delay)
    }
    return app.mail.failureOf(error)
  }
}

/** Hands a mail to the mail server; nothing of what its receiver may not see now, or does not want any more. */
async function deliver(app: App, { mailId, accountId, isDigest }: ClaimedMail): Promise<void> {
  const account = (await accountsById(app, [accountId])).get(accountId)
  if (account?.active !== 1 || account.email === '') return
  const ctx = await contextOfAccount(app, account)
  const lines = await linesOf(ctx, mailId)
  if (lines.length === 0) return
  const reason = await reasonOf(ctx, lines, isDigest)
  const unsubscribe = await unsubscribeUrl(app, account, reason.target)
  await app.mail.send({ to: account.email, id: mailId, ...(await messageOf(ctx, lines, { reason, unsubscribe })) })
}
