/** Nodes of page trees that the user opened, by space, for the next visit. */
const MOST = 100

function keyOf(spaceKey: string): string {
  return `oxbow.tree.${spaceKey}`
}

export function rememberOpened(spaceKey: string, ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(keyOf(spaceKey), JSON.stringify([...ids].slice(-MOST)))
  } catch {
    // Storage is full or off: the tree then opens as the page asks, which is no loss of work.
  }
}

export function recallOpened(spaceKey: string): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(spaceKey)) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string').slice(-MOST) : []
  } catch {
    return []
  }
}
