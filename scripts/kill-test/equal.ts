import { createHash } from 'node:crypto'
import type { Config } from '#platform/server/config.ts'
import { openSnapshot } from '#platform/server/backup/snapshot.ts'
import type { ServerFeature } from '#platform/server/app.ts'

type Place = Pick<Config, 'home' | 'databaseUrl'>

/**
 * Compares two wikis row by row, whichever databases they are in: everything but what can be made again.
 * @returns the tables that differ, and how many rows were compared
 */
export async function compareWikis(
  one: Place,
  other: Place,
  features: readonly Pick<ServerFeature, 'derived'>[],
): Promise<{ different: string[]; rows: number }> {
  const derived = new Set([...features.flatMap(feature => feature.derived?.tables ?? []), 'event_cursor'])
  const [left, right] = [await digests(one, derived), await digests(other, derived)]
  const names = new Set([...left.keys(), ...right.keys()])
  const different = [...names].filter(name => left.get(name)?.digest !== right.get(name)?.digest)
  return { different, rows: [...left.values()].reduce((sum, table) => sum + table.rows, 0) }
}

async function digests(
  place: Place,
  leftOut: ReadonlySet<string>,
): Promise<Map<string, { digest: string; rows: number }>> {
  const snapshot = await openSnapshot(place)
  try {
    const found = new Map<string, { digest: string; rows: number }>()
    for (const table of snapshot.tables) {
      if (leftOut.has(table.name)) continue
      const lines: string[] = []
      for await (const batch of snapshot.rows(table)) {
        for (const row of batch)
          lines.push(
            createHash('sha256')
              .update(JSON.stringify(Object.entries(row).toSorted(byName)))
              .digest('hex'),
          )
      }
      found.set(table.name, {
        digest: createHash('sha256').update(lines.toSorted().join()).digest('hex'),
        rows: lines.length,
      })
    }
    return found
  } finally {
    await snapshot.close()
  }
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
