/** A version: its numbers, and all that follows them. */
export interface Version {
  readonly numbers: readonly number[]
  readonly suffix: string
}

const VERSION = /^(v|ver\.?\s|version\s)?\s?(\d+(?:\.\d+)*)([-+._~]?[a-z][\w.+-]*|[-+]\d[\w.+-]*)?(\s.*)?$/iu
const PRE_RELEASE =
  /^(?:-[a-z]|[._~]?(?:[abcm]\d+|(?:alpha|beta|rc|cr|pre|preview|dev|snapshot|milestone|ea)[-._]?\d*)(?:\W|$))/
const GROUPED = /^\d{1,3}(?:\.\d{3})+$/

/** The version that a cell begins with, such as `1.10.2`, `v2.0-rc1` or `1.2.3 (stable)`. */
export function versionIn(text: string): Version | undefined {
  const [, , numbers, suffix = '', more = ''] = VERSION.exec(text) ?? []
  return numbers === undefined
    ? undefined
    : { numbers: numbers.split('.').map(Number), suffix: `${suffix}${more}`.toLowerCase() }
}

/** Whether a cell can be nothing else than a version: it has three numbers or more, or a `v`. */
export function isPlainlyVersion(text: string): boolean {
  const [, prefix, numbers = ''] = VERSION.exec(text) ?? []
  return prefix !== undefined || (/^\d+(?:\.\d+){2,}$/.test(numbers) && !GROUPED.test(numbers))
}

/** Compares number by number. A pre-release (`-beta`, `rc1`) comes before its release, another suffix after it. */
export function compareVersions(a: Version, b: Version, compareTexts: (a: string, b: string) => number): number {
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  return stage(a.suffix) - stage(b.suffix) || compareTexts(a.suffix, b.suffix)
}

function stage(suffix: string): number {
  if (PRE_RELEASE.test(suffix)) return -1
  return suffix.trim() === '' ? 0 : 1
}
