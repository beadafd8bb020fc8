/** Names that were used last on this device, the newest first, in its storage. */
export class RecentNames {
  readonly #key: string
  readonly #most: number

  constructor(key: string, most: number) {
    this.#key = key
    this.#most = most
  }

  read(): readonly string[] {
    try {
      const names: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(names) ? names.filter(name => typeof name === 'string').slice(0, this.#most) : []
    } catch {
      // Not ours.
      return []
    }
  }

  add(name: string): void {
    const names = [name, ...this.read().filter(other => other !== name)].slice(0, this.#most)
    try {
      localStorage.setItem(this.#key, JSON.stringify(names))
    } catch {
      // No room: the list is a convenience.
    }
  }
}
