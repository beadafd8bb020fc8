const KEY = 'oxbow.editor.recent-macros'
const MOST = 6

/** Names of the macros that were inserted or changed last on this device, the newest first. */
export function recentMacros(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(names) ? names.filter(name => typeof name === 'string').slice(0, MOST) : []
  } catch {
    // Not ours.
    return []
  }
}

/** Remembers that a macro was used. */
export function noteUse(name: string): void {
  const names = [name, ...recentMacros().filter(other => other !== name)].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(names))
  } catch {
    // No room: the list is a convenience.
  }
}
