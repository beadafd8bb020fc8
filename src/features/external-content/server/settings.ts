import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { setting, type SettingsSection } from '#platform/server/settings.ts'

const SECTION: SettingsSection = {
  title: 'Content of other sites',
  description:
    'Pages can show pages and videos of other sites in frames, by the macros iframe and widget, and links to them by their titles.',
  order: 57,
}
const MAX_HOSTS = 2000
const NAME = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const HOSTS = new RegExp(String.raw`^(?:${NAME}(?:\.${NAME})*(?::\d{1,5})?(?:,\s*|$))*$`)

/** Hosts, with their port where it is another than that of the protocol, separated by commas. */
const hosts = z
  .string()
  .trim()
  .toLowerCase()
  .max(MAX_HOSTS)
  .regex(HOSTS, 'must be names of hosts with commas in between, such as maps.example.org')

export const frameHosts = setting('external-content.frame-hosts', hosts, '', {
  field: 'frameHosts',
  section: SECTION,
  order: 10,
  label: 'Sites in frames',
  help: 'Such as maps.example.org or www.youtube-nocookie.com, with commas in between. Of all other sites, pages show links.',
  control: { kind: 'text', maximum: MAX_HOSTS, isOptional: true },
})

/** Hosts that are asked for the titles of pasted addresses, in the form of {@link frameHosts}. */
export const titleHosts = setting('external-content.title-hosts', hosts, 'github.com', {
  field: 'titleHosts',
  section: SECTION,
  order: 20,
  label: 'Sites asked for titles',
  help: 'An address of these sites that is pasted into a text becomes a link with the title of its page.',
  control: { kind: 'text', maximum: MAX_HOSTS, isOptional: true },
})

export const externalContentSettings = [frameHosts, titleHosts]

/** The sites of a setting without the wiki itself, whose pages a frame would show with the rights of the reader. */
function hostsOf({ settings, baseUrl }: Pick<App, 'settings' | 'baseUrl'>, list: typeof frameHosts): readonly string[] {
  const own = URL.parse(baseUrl)?.host
  return settings
    .get(list)
    .split(',')
    .map(host => host.trim())
    .filter(host => host !== '' && host !== own)
}

/** The sites that may be shown in frames. */
export const allowedFrameHosts = (app: Pick<App, 'settings' | 'baseUrl'>) => hostsOf(app, frameHosts)

/** The address of a page that may be shown in a frame; undefined for any other text. */
export const frameAddress = (app: Pick<App, 'settings' | 'baseUrl'>, text: string) =>
  addressAmong(app, frameHosts, text)

/** The address of a page that may be asked for its title; undefined for any other text. */
export const titleAddress = (app: Pick<App, 'settings' | 'baseUrl'>, text: string) =>
  addressAmong(app, titleHosts, text)

function addressAmong(app: Pick<App, 'settings' | 'baseUrl'>, list: typeof frameHosts, text: string): URL | undefined {
  const url = URL.parse(text.trim())
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain && hostsOf(app, list).includes(url.host) ? url : undefined
}
