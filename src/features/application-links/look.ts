/** From this build on, an application has the newer look. */
const NEWER_LOOK_BUILD = 4000

/** Form of the versions of the UI library: major.minor.bugfix. */
export const LIBRARY_VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

/** First bugfix releases of the UI library that work with the wiki's application switcher, oldest line first. */
const OLDEST = [
  [5, 8, 15],
  [5, 9, 13],
] as const

/** Whether an application has the newer look, by the build number in its manifest. */
export function hasNewerLook(buildNumber: number | undefined): boolean {
  return buildNumber !== undefined && buildNumber >= NEWER_LOOK_BUILD
}

/**
 * Whether a version of the UI library is recent enough: 5.8.15 or later, in the 5.9 line 5.9.13 or later.
 * @throws RangeError unless the version is major.minor.bugfix
 */
export function isLibrarySupported(version: string): boolean {
  const parts = LIBRARY_VERSION.exec(version)?.slice(1).map(Number)
  if (!parts) throw new RangeError(`"${version}" is not a version: it must be major.minor.bugfix`)
  const [major = 0, minor = 0] = parts
  const oldest = OLDEST.find(line => line[0] === major && line[1] === minor) ?? OLDEST[0]
  const difference = parts.map((part, index) => part - (oldest[index] ?? 0)).find(each => each !== 0) ?? 0
  return difference >= 0
}
