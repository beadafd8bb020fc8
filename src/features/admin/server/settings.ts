import type { Context } from '#platform/server/context.ts'
import { quickSearch, siteTitle } from '#platform/server/http/document.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import { maxAttachmentSize } from '#features/attachments/server/index.ts'
import type { SiteSettings } from '../contract.ts'

export function readSiteSettings({ app }: Context): SiteSettings {
  return {
    siteTitle: app.settings.get(siteTitle),
    maxAttachmentSize: app.settings.get(maxAttachmentSize),
    quickSearch: app.settings.get(quickSearch),
    baseUrl: app.baseUrl,
    mail: { configured: app.mail.configured, from: app.config.mailFrom },
  }
}

interface Changes {
  siteTitle?: string | undefined
  maxAttachmentSize?: number | undefined
  quickSearch?: boolean | undefined
}

/** Changes what is given and leaves the rest. */
export async function writeSiteSettings(ctx: Context, changes: Changes): Promise<SiteSettings> {
  const { app, viewer } = ctx
  await app.database.transaction(async tx => {
    if (changes.siteTitle !== undefined) await app.settings.set(tx, siteTitle, changes.siteTitle, viewer.userId)
    if (changes.maxAttachmentSize !== undefined) await app.settings.set(tx, maxAttachmentSize, changes.maxAttachmentSize, viewer.userId)
    if (changes.quickSearch !== undefined) await app.settings.set(tx, quickSearch, changes.quickSearch, viewer.userId)
  })
  return readSiteSettings(ctx)
}

/** @throws HttpError 400 without a mail server, 502 with what the mail server says when it refuses */
export async function sendTestMail({ app }: Context, to: string): Promise<void> {
  if (!app.mail.configured) throw badRequest('No mail server is configured. Set OXBOW_SMTP_URL and start the wiki again')
  const site = app.settings.get(siteTitle)
  try {
    await app.mail.send({ to, subject: `Test message from ${site}`, text: `Mail from ${site} (${app.baseUrl}) arrives.\n` })
  } catch (cause) {
    throw new HttpError(502, `The mail server refused the message: ${(cause as Error).message}`, { cause })
  }
}
