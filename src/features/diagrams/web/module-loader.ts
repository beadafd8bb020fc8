/**
 * The named modules by which scripts of the old product reach its diagrams, in the manner of AMD:
 * https://github.com/amdjs/amdjs-api. Only what those scripts use: names, dependencies, and callbacks that come later.
 */
export type Factory = (...dependencies: unknown[]) => unknown

/** Pause before a callback, ms: scripts count on it that what they write below `require` has run. */
export const CALLBACK_DELAY_MS = 4

interface Definition {
  dependencies: readonly string[]
  factory: Factory
}

/** Modules by name; each is made once, when it is first asked for. */
export class ModuleLoader {
  readonly #definitions = new Map<string, Definition>()
  readonly #made = new Map<string, unknown>()
  readonly #later: (run: () => void, ms: number) => void

  /** @param later runs something after so many ms; the page's clock when absent */
  constructor(later: (run: () => void, ms: number) => void = (run, ms) => void setTimeout(run, ms)) {
    this.#later = later
  }

  /** Names a module. A name that is taken stays with what it names. */
  readonly define = (name: string, dependencies: readonly string[], factory: Factory): void => {
    if (!this.#definitions.has(name)) this.#definitions.set(name, { dependencies, factory })
  }

  /** @throws Error for a module that nobody has named, and for modules that wait for each other */
  readonly load = (name: string): unknown => this.#load(name, [])

  /**
   * Hands modules to a callback, {@link CALLBACK_DELAY_MS} later.
   * @throws Error as {@link load}, at once
   */
  readonly require = (names: readonly string[], callback: (...modules: unknown[]) => void): void => {
    const modules = names.map(this.load)
    this.#later(() => callback(...modules), CALLBACK_DELAY_MS)
  }

  #load(name: string, above: readonly string[]): unknown {
    if (this.#made.has(name)) return this.#made.get(name)
    const definition = this.#definitions.get(name)
    if (!definition) throw new Error(`Missing module ${name}`)
    if (above.includes(name)) throw new Error(`Modules wait for each other: ${[...above, name].join(' → ')}`)
    const made = definition.factory(...definition.dependencies.map(dependency => this.#load(dependency, [...above, name])))
    this.#made.set(name, made)
    return made
  }
}
