import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { setting, type SettingsSection } from '#platform/server/settings.ts'

const SECTION: SettingsSection = {
  title: 'Content of other sites',
  description: 'Pages can show pages of other sites in frames, by the macro iframe.',
  order: 57,
}
const MAX_HOSTS = 2000
const NAME = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const HOSTS = new RegExp(String.raw`^(?:${NAME}(?:\.${NAME})*(?::\d{1,5})?(?:,\s*|$))*$`)

/** Hosts, with their port where it is another than that of the protocol, separated by commas. */
export const frameHosts = setting(
  'external-content.frame-hosts',
  z
    .string()
    .trim()
    .toLowerCase()
    .max(MAX_HOSTS)
    .regex(HOSTS, 'must be names of hosts with commas in between, such as maps.example.org'),
  '',
  {
    field: 'frameHosts',
    section: SECTION,
    order: 10,
    label: 'Sites in frames',
    help: 'Such as maps.example.org, with commas in between. Of all other sites, pages show links.',
    control: { kind: 'text', maximum: MAX_HOSTS, isOptional: true },
  },
)

export const externalContentSettings = [frameHosts]

/** The sites that may be shown, without the wiki itself: its pages would have the rights of the reader. */
export function allowedFrameHosts({ settings, baseUrl }: Pick<App, 'settings' | 'baseUrl'>): readonly string[] {
  const own = URL.parse(baseUrl)?.host
  return settings
    .get(frameHosts)
    .split(',')
    .map(host => host.trim())
    .filter(host => host !== '' && host !== own)
}

/** The address of a page that may be shown in a frame; undefined for any other text. */
export function frameAddress(app: Pick<App, 'settings' | 'baseUrl'>, text: string): URL | undefined {
  const url = URL.parse(text.trim())
  const isAllowed =
    url && /^https?:$/.test(url.protocol) && url.username === '' && allowedFrameHosts(app).includes(url.host)
  return isAllowed ? url : undefined
}
