import type { App } from '#platform/server/app.ts'
import { COMPATIBLE_BUILD, COMPATIBLE_VERSION } from '#platform/compatibility.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'
import { readServerId } from './identity.ts'

/**
 * Data for linked applications, and for programs that detect versions. Field names of Atlassian's application links.
 */
export function manifestOf(app: App) {
  return {
    id: readServerId(app),
    name: app.settings.get(siteTitle),
    typeId: 'confluence',
    version: COMPATIBLE_VERSION,
    buildNumber: Number(COMPATIBLE_BUILD),
    applinksVersion: APPLINKS_VERSION,
    inboundAuthenticationTypes: [] as string[],
    outboundAuthenticationTypes: [] as string[],
    publicSignup: false,
    url: app.baseUrl,
  }
}

/** The version of the links protocol that came with the version that we match. */
const APPLINKS_VERSION = '8.0.2'

/** The manifest as XML: the form that clients get who ask for nothing. */
export function manifestXml(app: App): string {
  const fields = Object.entries(manifestOf(app)).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(item => `<${name}>${escapeHtml(String(item))}</${name}>`),
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><manifest>${fields.join('')}</manifest>`
}
