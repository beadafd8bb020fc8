import { DiagramError } from './check.ts'
import { FORMAT_VERSION } from './document.ts'

/** Converts a document to the next version; may mutate its argument. */
export type Migration = (document: Record<string, unknown>) => Record<string, unknown>

/** By source version; there is one version so far. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map()

/**
 * Converts a document of an older version to the current one.
 * @param document parsed JSON, not validated yet
 * @throws DiagramError when its version is missing, newer than this program, or too old
 */
export function migrate(
  document: Record<string, unknown>,
  migrations = MIGRATIONS,
  current: number = FORMAT_VERSION,
): Record<string, unknown> {
  const from = document['version']
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 1) {
    throw new DiagramError('version', `must be a whole number from 1 to ${current}`)
  }
  if (from > current) {
    throw new DiagramError(
      'version',
      `is ${from}, made by a newer version of this wiki; this one reads up to ${current}. ` +
        'Update the wiki to open it',
    )
  }
  let migrated = document
  for (let version = from; version < current; version++) {
    const step = migrations.get(version)
    if (!step) throw new DiagramError('version', `is ${from}; there is no way from ${version} to ${version + 1}`)
    migrated = { ...step(migrated), version: version + 1 }
  }
  return migrated
}
