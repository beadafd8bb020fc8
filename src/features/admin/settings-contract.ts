/** API contract of the general settings, for the screen alone: `contract.ts` is loaded with every page. */
import { z } from 'zod'
import { accessModeName } from '#platform/access-mode-contract.ts'
import { endpoint, type ResponseOf } from '#platform/contract.ts'
import { siteSettings } from './contract.ts'

const tag = 'administration'

export const updateSiteSettings = endpoint({
  method: 'PUT',
  path: '/rest/oxbow/1.0/admin/settings',
  summary: 'Changes settings of the whole wiki',
  tag,
  response: siteSettings,
  /** The server adds the fields of declared settings. Absent ones stay unchanged. */
  body: z.record(z.string(), z.unknown()),
})
export const sendTestMail = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/rest/oxbow/1.0/admin/test-mail',
  summary: 'Sends a message, to see whether mail works',
  tag,
  status: 204,
  body: z.object({ to: z.email('must be an e-mail address').max(254) }),
})

const banner = z.object({ isShown: z.boolean(), text: z.string() })
export const accessSettings = z.object({ mode: accessModeName, banner })
export type AccessSettings = z.output<typeof accessSettings>

export const getAccessSettings = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/admin/access-mode',
  summary: 'Whether the wiki may be changed, for administrators',
  tag,
  response: accessSettings,
})
export const updateAccessSettings = endpoint({
  // Needed to switch read-only mode off.
  allowedInReadOnlyMode: true,
  method: 'PUT',
  path: '/rest/oxbow/1.0/admin/access-mode',
  summary: 'Makes the wiki read-only, or lets it be changed again',
  tag,
  response: accessSettings,
  body: z.object({
    mode: accessModeName.optional(),
    banner: banner
      .extend({
        text: z.string().trim().min(1, 'must not be empty').max(500, 'must be {{maximum}} characters at most'),
      })
      .optional(),
  }),
})

const options = z.array(z.object({ id: z.string(), label: z.string() }))
const formField = z.object({
  /** Field of the settings. */
  name: z.string(),
  label: z.string(),
  help: z.string().optional(),
  control: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('switch') }),
    z.object({ kind: z.literal('text'), maximum: z.number(), isOptional: z.boolean().optional() }),
    z.object({ kind: z.literal('date') }),
    z.object({ kind: z.literal('megabytes'), isRequired: z.boolean().optional() }),
    z.object({ kind: z.literal('number'), maximum: z.number() }),
    z.object({ kind: z.literal('choice'), options }),
    z.object({ kind: z.literal('parts'), options }),
  ]),
})
export type FormField = z.output<typeof formField>
const formSection = z.object({
  title: z.string(),
  description: z.string().optional(),
  fields: z.array(formField),
})

export const getSettingsForm = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/admin/settings/form',
  summary: 'Form of the settings of the whole wiki, in the language of the reader',
  tag,
  response: z.object({ sections: z.array(formSection) }),
})
export type SettingsForm = ResponseOf<typeof getSettingsForm>
