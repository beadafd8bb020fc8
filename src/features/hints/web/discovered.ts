import { call } from '#platform/web/api.ts'
import { meta, pageData } from '#platform/web/session.ts'
import { shared } from '#platform/web/shared.ts'
import { countView, markDiscovered } from '../contract.ts'
import { DISCOVERED_META, type Feature } from '../shared.ts'

/** Features that the user has discovered, as the document says and since. */
const discovered = shared<ReadonlySet<string> | undefined>(undefined)

const keyOf = ({ pluginKey, featureKey }: Feature) => `${pluginKey} ${featureKey}`

function known(): ReadonlySet<string> {
  const before = discovered.get()
  if (before) return before
  const byPlugin = JSON.parse(meta(DISCOVERED_META) ?? '{}') as Record<string, string[]>
  const keys = Object.entries(byPlugin).flatMap(([pluginKey, features]) =>
    features.map(featureKey => keyOf({ pluginKey, featureKey })),
  )
  return new Set(keys)
}

/** Whether the hint of a feature is to be shown: to signed-in users who have not discovered it. */
export function isUndiscovered(feature: Feature): boolean {
  return pageData().user !== null && !known().has(keyOf(feature))
}

function note(feature: Feature): void {
  discovered.set(new Set([...known(), keyOf(feature)]))
}

/**
 * Marks a feature as discovered, unless it is: here at once. When that cannot be stored, the hint is shown again
 * another time.
 */
export async function discover(feature: Feature): Promise<void> {
  if (!isUndiscovered(feature)) return
  note(feature)
  await call(markDiscovered, { params: feature, body: {} }).catch(() => undefined)
}

/** Counts that a feature's hint was shown. */
export async function viewed(feature: Feature): Promise<void> {
  try {
    if ((await call(countView, { params: feature, body: {} })).discovered) note(feature)
  } catch {
    // It counts another time.
  }
}
