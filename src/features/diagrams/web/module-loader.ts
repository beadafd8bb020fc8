/**
 * Named modules in AMD style for scripts of the old product: https://github.com/amdjs/amdjs-api. Only the used part:
 * names, dependencies, asynchronous callbacks.
 */
export type Factory = (...dependencies: unknown[]) => unknown

/** Delay of callbacks, ms: scripts rely on code after `require` having run. */
export const CALLBACK_DELAY_MS = 4

interface Definition {
  dependencies: readonly string[]
  factory: Factory
}

/** Modules by name, instantiated lazily. */
export class ModuleLoader {
  readonly #definitions = new Map<string, Definition>()
  readonly #made = new Map<string, unknown>()
  readonly #later: (run: () => void, ms: number) => void

  /** @param later a timer, for tests */
  constructor(later: (run: () => void, ms: number) => void = (run, ms) => void setTimeout(run, ms)) {
    this.#later = later
  }

  /** Defines a module; the first definition of a name wins. */
  readonly define = (name: string, dependencies: readonly string[], factory: Factory): void => {
    if (!this.#definitions.has(name)) this.#definitions.set(name, { dependencies, factory })
  }

  /** @throws Error for an unknown module or a dependency cycle */
  readonly load = (name: string): unknown => this.#load(name, [])

  /**
   * Passes modules to a callback after {@link CALLBACK_DELAY_MS}.
   * @throws Error as {@link load}, synchronously
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
    const made = definition.factory(
      ...definition.dependencies.map(dependency => this.#load(dependency, [...above, name])),
    )
    this.#made.set(name, made)
    return made
  }
}
