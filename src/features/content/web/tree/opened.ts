/** Ids of expanded nodes by space, in local storage. */
const MOST = 100

function keyOf(spaceKey: string): string {
  return `oxbow.tree.${spaceKey}`
}

export function storeOpened(spaceKey: string, ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(keyOf(spaceKey), JSON.stringify([...ids].slice(-MOST)))
  } catch {
    // Storage is full or off: nothing is persisted.
  }
}

export function storedOpened(spaceKey: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(spaceKey)) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string').slice(-MOST) : []
  } catch {
    return []
  }
}
