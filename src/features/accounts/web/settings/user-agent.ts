/** Ordered: most browsers also name their ancestors. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Readable name of a User-Agent, "Firefox, Windows"; empty when unknown. */
export function describeBrowser(userAgent: string): { name: string; isMobile: boolean } {
  const find = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const name = [find(BROWSERS), find(SYSTEMS)].filter(part => part !== undefined).join(', ')
  return { name, isMobile: /\b(?:Mobile|iPhone|iPad|Android)\b/.test(userAgent) }
}
