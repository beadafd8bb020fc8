import { COMPATIBLE_BUILD } from '#platform/compatibility.ts'

/** The description of an export: a file of Java properties (java.util.Properties.load). */
export function descriptorText(spaceKey: string): string {
  const properties = {
    exportType: 'space',
    spaceKey,
    buildNumber: COMPATIBLE_BUILD,
    createdByBuildNumber: COMPATIBLE_BUILD,
    source: 'server',
    backupAttachments: 'true',
    timezoneId: 'UTC',
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${escaped(value)}\n`)
    .join('')
}

/** Such a file is read as Latin 1. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\:=#!]/g, '\\$&')
    .replaceAll(/[^\x20-\x7e]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
