import { z } from 'zod'
import { messageOf } from '#platform/message-of.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { SiteSetting } from '#platform/server/settings.ts'
import type { Translate } from '#platform/texts.ts'
import { getSiteSettings, siteSettings, type SiteSettings } from '../contract.ts'
import { updateSiteSettings, type FormField, type SettingsForm } from '../settings-contract.ts'

/** The calls of the general settings, with the fields that features have declared. */
export function siteSettingsCalls({ settings: { inForm } }: App) {
  const fields = (schemaOf: (setting: SiteSetting) => z.ZodType) =>
    Object.fromEntries(inForm.map(setting => [setting.form.field, schemaOf(setting)]))
  const response = z.object({
    ...fields(({ schema }) => schema),
    ...siteSettings.shape,
  }) as unknown as typeof siteSettings
  const body = z.object(fields(({ form, schema }) => (form.accepts ?? schema).optional()))
  return { read: { ...getSiteSettings, response }, update: { ...updateSiteSettings, response, body } }
}

/** Settings of the whole wiki, by administrators and from the environment. */
export function readSiteSettings({ app }: Context): SiteSettings {
  return {
    ...Object.fromEntries(app.settings.inForm.map(setting => [setting.form.field, app.settings.get(setting)])),
    baseUrl: app.baseUrl,
    mail: { configured: app.mail.configured, from: app.config.mailFrom },
  }
}

/** Changes what is given and leaves the rest. */
export async function writeSiteSettings(
  ctx: Context,
  changes: Readonly<Record<string, unknown>>,
): Promise<SiteSettings> {
  const { app, viewer } = ctx
  await app.database.transaction(async tx => {
    for (const setting of app.settings.inForm) {
      const value = changes[setting.form.field]
      if (value !== undefined) await app.settings.set(tx, setting, value, viewer.userId)
    }
  })
  return readSiteSettings(ctx)
}

/** The form of the general settings, by sections. */
export function settingsForm({ settings: { inForm } }: App, t: Translate): SettingsForm {
  const sections = Map.groupBy(inForm, ({ form }) => form.section.title)
  return {
    sections: [...sections].map(([title, settings]) => {
      const description = settings.find(({ form }) => form.section.description)?.form.section.description
      return {
        title: t(title),
        ...(description && { description: t(description) }),
        fields: settings.map(setting => fieldOf(setting, t)),
      }
    }),
  }
}

function fieldOf({ form: { field, label, help, control = { kind: 'switch' } } }: SiteSetting, t: Translate): FormField {
  return {
    name: field,
    label: t(label),
    ...(help && { help: t(help) }),
    control:
      'options' in control
        ? {
            kind: control.kind,
            options: Object.entries(control.options).map(([id, option]) => ({ id, label: t(option) })),
          }
        : control,
  }
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
