import { messageOf } from '#platform/message-of.ts'
import type { Context } from '#platform/server/context.ts'
import { browserLanguage, siteLanguage } from '#platform/server/language.ts'
import { externalUsers, quickSearch, siteTitle } from '#platform/server/http/document.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { SettingDefinition } from '#platform/server/settings.ts'
import { attachmentChunkSize, maxAttachmentSize } from '#features/attachments/server/index.ts'
import { copyToExistingPages } from '#features/diagrams/server/index.ts'
import { darkFeaturesOff } from '#features/inline-comments/server/index.ts'
import { followEnabled } from '#features/likes/server/index.ts'
import { liveUpdates } from '#features/quick-reload/server/index.ts'
import { commentCaptcha, signInCaptcha } from '#features/captcha/server/index.ts'
import type { SiteSettings, SiteSettingsInput } from '../contract.ts'

/** Settings of the whole wiki, by administrators and from the environment. */
export function readSiteSettings({ app }: Context): SiteSettings {
  return {
    siteTitle: app.settings.get(siteTitle),
    maxAttachmentSize: app.settings.get(maxAttachmentSize),
    attachmentChunkSize: app.settings.get(attachmentChunkSize),
    quickSearch: app.settings.get(quickSearch),
    follow: app.settings.get(followEnabled),
    liveUpdates: app.settings.get(liveUpdates),
    copyDiagrams: app.settings.get(copyToExistingPages),
    language: app.settings.get(siteLanguage),
    browserLanguage: app.settings.get(browserLanguage),
    commentCaptcha: app.settings.get(commentCaptcha),
    signInCaptcha: app.settings.get(signInCaptcha),
    externalUsers: app.settings.get(externalUsers),
    inlineCommentsOff: app.settings.get(darkFeaturesOff),
    baseUrl: app.baseUrl,
    mail: { configured: app.mail.configured, from: app.config.mailFrom },
  }
}

/** Changes what is given and leaves the rest. */
export async function writeSiteSettings(ctx: Context, changes: SiteSettingsInput): Promise<SiteSettings> {
  const { app, viewer } = ctx
  await app.database.transaction(async tx => {
    const set = async <T>(definition: SettingDefinition<T>, value: T | undefined): Promise<void> => {
      if (value !== undefined) await app.settings.set(tx, definition, value, viewer.userId)
    }
    await set(siteTitle, changes.siteTitle)
    await set(maxAttachmentSize, changes.maxAttachmentSize)
    await set(attachmentChunkSize, changes.attachmentChunkSize)
    await set(quickSearch, changes.quickSearch)
    await set(followEnabled, changes.follow)
    await set(liveUpdates, changes.liveUpdates)
    await set(copyToExistingPages, changes.copyDiagrams)
    await set(siteLanguage, changes.language)
    await set(browserLanguage, changes.browserLanguage)
    await set(commentCaptcha, changes.commentCaptcha)
    await set(signInCaptcha, changes.signInCaptcha)
    await set(externalUsers, changes.externalUsers)
    await set(darkFeaturesOff, changes.inlineCommentsOff)
  })
  return readSiteSettings(ctx)
}

/** @throws HttpError 400 without a mail server, 502 with what the mail server says when it refuses */
export async function sendTestMail({ app }: Context, to: string): Promise<void> {
  if (!app.mail.configured)
    throw badRequest('No mail server is configured. Set OXBOW_SMTP_URL and start the wiki again')
  const site = app.settings.get(siteTitle)
  try {
    await app.mail.send({
      to,
      subject: `Test message from ${site}`,
      text: `Mail from ${site} (${app.baseUrl}) arrives.\n`,
    })
  } catch (cause) {
    throw new HttpError(502, 'The mail server refused the message: {{reason}}', {
      values: { reason: messageOf(cause) },
      cause,
    })
  }
}
