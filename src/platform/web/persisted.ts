/** Settings of forms that the device remembers for a while. */

/** Lifetime of stored settings in seconds: 30 days. */
export const PERSISTED_SECONDS = 2_592_000

const PREFIX = 'oxbow.form.'

/** The state of a field that is remembered: its text, or whether it is checked. */
export type FieldState = { readonly value: string } | { readonly checked: boolean }

interface Persisted<State> {
  readonly state: State
  /** Epoch milliseconds. */
  readonly expires: number
}

/** Storage of the settings; `localStorage` in the browser. */
export type SettingsStore = Pick<Storage, 'getItem' | 'setItem'>

/** A field whose value or checked state is remembered, by its name. Nothing else of the field is stored. */
export class PersistableField<State extends FieldState> {
  readonly #key: string
  readonly #initial: State
  readonly #store: () => SettingsStore

  /**
   * @param initial state until one is stored, and after that has expired; also says which of both is remembered
   * @throws TypeError without a name
   */
  constructor(name: string, initial: State, store: () => SettingsStore = () => localStorage) {
    if (name === '') throw new TypeError('A persistable field needs a name')
    this.#key = PREFIX + name
    this.#initial = initial
    this.#store = store
  }

  /** Stores a state. Further properties, such as those of an input element, are left out. */
  persist(field: State): void {
    const state = 'checked' in this.#initial ? { checked: stateOf(field).checked } : { value: stateOf(field).value }
    const stored: Persisted<unknown> = { state, expires: Date.now() + PERSISTED_SECONDS * 1000 }
    try {
      this.#store().setItem(this.#key, JSON.stringify(stored))
    } catch {
      // Storage is full or off: only a convenience is lost.
    }
  }

  /** The stored state, or the initial one. */
  restore(): State {
    try {
      const { state, expires } = JSON.parse(this.#store().getItem(this.#key) ?? '{}') as Partial<Persisted<State>>
      return state && Number(expires) > Date.now() && this.#fits(state) ? state : this.#initial
    } catch {
      // Storage is off, or holds something else.
      return this.#initial
    }
  }

  #fits(state: State): boolean {
    return 'checked' in this.#initial
      ? typeof stateOf(state).checked === 'boolean'
      : typeof stateOf(state).value === 'string'
  }
}

function stateOf(state: FieldState): { value?: unknown; checked?: unknown } {
  return state
}
