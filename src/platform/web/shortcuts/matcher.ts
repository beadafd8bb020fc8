/** Shortcut matching. Pure. */

/** Fields read of a `KeyboardEvent`. */
export interface Press {
  key: string
  ctrlKey?: boolean
  metaKey?: boolean
  altKey?: boolean
  shiftKey?: boolean
}

export interface Binding {
  id: string
  /**
   * Presses separated by blanks, modifiers joined by `+`: `e`, `g d`, `?`, `mod+s`, `shift+ArrowUp`. `mod` is Command
   * on a Mac, else Control. Characters are named as typed (`?`, not `shift+/`).
   */
  keys: string
}

/** Maximum pause within a sequence. */
export const SEQUENCE_MS = 1_000

/** A press in the form of {@link Binding.keys}, e.g. `mod+s`. */
export function nameOfPress(press: Press, isMac: boolean): string {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key
  const character = press.key.length === 1
  const mod = isMac ? press.metaKey : press.ctrlKey
  const otherControl = isMac ? press.ctrlKey : press.metaKey
  return [
    mod ? 'mod' : '',
    otherControl ? 'ctrl' : '',
    press.altKey ? 'alt' : '',
    // Shift is part of a character, but distinguishes named keys and combinations.
    press.shiftKey && (!character || mod) ? 'shift' : '',
    key,
  ]
    .filter(Boolean)
    .join('+')
}

/** Matches key presses against bindings. */
export class ShortcutMatcher {
  #typed: string[] = []
  #last = Number.NEGATIVE_INFINITY
  readonly #isMac: boolean

  constructor(options: { isMac?: boolean } = {}) {
    this.#isMac = options.isMac ?? false
  }

  /**
   * Handles a press at a time in ms.
   * @returns the completed binding; 'pending' within a sequence; undefined otherwise. Later bindings win, so that
   * screens can override the app's.
   */
  press(press: Press, now: number, bindings: readonly Binding[]): Binding | 'pending' | undefined {
    if (isModifier(press.key)) return undefined
    if (now - this.#last > SEQUENCE_MS) this.#typed = []
    this.#last = now
    this.#typed.push(nameOfPress(press, this.#isMac))
    const found = this.#find(bindings)
    if (found !== undefined || this.#typed.length === 1) {
      if (found !== 'pending') this.#typed = []
      return found
    }
    // No match: the last press may start a sequence.
    this.#typed = this.#typed.slice(-1)
    const again = this.#find(bindings)
    if (again !== 'pending') this.#typed = []
    return again
  }

  /** Drops a partial sequence. */
  reset(): void {
    this.#typed = []
  }

  #find(bindings: readonly Binding[]): Binding | 'pending' | undefined {
    const typed = this.#typed.join(' ')
    const complete = bindings.findLast(binding => binding.keys === typed)
    if (complete) return complete
    return bindings.some(binding => binding.keys.startsWith(`${typed} `)) ? 'pending' : undefined
  }
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta'
}
