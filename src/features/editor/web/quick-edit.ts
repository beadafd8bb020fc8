import { before, LIMIT_MS } from './deadline.ts'
import { RESOURCES_LIMIT_MS } from './load-guard.ts'

/** Timeouts of the parts of an editor, in ms. */
export const PART_LIMITS_MS = { resources: RESOURCES_LIMIT_MS, content: LIMIT_MS, extra: LIMIT_MS } as const

export type QuickEditState = 'inactive' | 'loading' | 'active' | 'deactivated'

/** Why an editor is not opened in place. */
export type Refusal = 'READ_ONLY' | 'EDITOR_OPEN' | 'BAD_ARGS'

/** Raised before anything is loaded. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(`Quick edit was refused: ${reason}`)
    this.reason = reason
  }
}

/** Parts of an editor that have to be there before it opens. */
export interface EditorParts {
  /** Address of the editor. */
  readonly href: string
  /** Scripts. */
  readonly resources: () => Promise<unknown>
  /** The text to be edited. */
  readonly content: () => Promise<unknown>
  /** Resources that depend on the others. */
  readonly extra: () => Promise<unknown>
}

/** Editing in place: the state of the one editor of a document. */
export class QuickEdit {
  readonly #isReadOnly: () => boolean
  #state: QuickEditState = 'inactive'
  /** The activation that the state is about. */
  #current: EditorParts | undefined

  /** @param isReadOnly whether the site is read-only, as far as the document knows */
  constructor(isReadOnly: () => boolean) {
    this.#isReadOnly = isReadOnly
  }

  get state(): QuickEditState {
    return this.#state
  }

  /** Address of the editor that is loading or open. */
  get href(): string | undefined {
    return this.#state === 'loading' || this.#state === 'active' ? this.#current?.href : undefined
  }

  /**
   * Loads the parts of an editor. The state is `active` afterwards, `inactive` if a part failed.
   * @throws RefusedError; ApiError with status 0 if a part takes longer than {@link PART_LIMITS_MS}; errors of loading
   */
  async activate(parts?: EditorParts): Promise<void> {
    if (!parts?.href) throw new RefusedError('BAD_ARGS')
    if (this.#isReadOnly()) throw new RefusedError('READ_ONLY')
    if (this.href !== undefined) throw new RefusedError('EDITOR_OPEN')
    this.#current = parts
    this.#state = 'loading'
    const now = Date.now()
    const names = ['resources', 'content', 'extra'] as const
    try {
      await Promise.all(names.map(name => before(now + PART_LIMITS_MS[name], parts[name]())))
      this.#end(parts, 'active')
    } catch (error) {
      this.#end(parts, 'inactive')
      throw error
    }
  }

  /** Notes that an editor was closed, or is no longer wanted while it loads. */
  deactivate(href: string): void {
    if (this.href === href) this.#state = 'deactivated'
  }

  #end(parts: EditorParts, state: QuickEditState): void {
    if (this.#current === parts && this.#state === 'loading') this.#state = state
  }
}
