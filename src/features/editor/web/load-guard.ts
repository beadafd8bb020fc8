import { before } from './deadline.ts'

/** Timeout for loading the editor's scripts, in ms. */
export const RESOURCES_LIMIT_MS = 12_000

/** State of loading. After a failure the next attempt loads again. */
export type LoadState = 'idle' | 'loading' | 'loaded' | 'failed'

/** Loads something once, however many ask for it. */
export class LoadGuard<T> {
  readonly #load: () => Promise<T>
  #work: Promise<T> | undefined
  #state: LoadState = 'idle'
  /** Ends with the last action of {@link whenReady}. */
  #actions: Promise<unknown> = Promise.resolve()

  constructor(load: () => Promise<T>) {
    this.#load = load
  }

  get state(): LoadState {
    return this.#state
  }

  /** @throws ApiError with status 0 when it takes more than {@link RESOURCES_LIMIT_MS}, and what loading throws */
  load(): Promise<T> {
    if (this.#state === 'idle' || this.#state === 'failed') {
      this.#state = 'loading'
      this.#work = before(Date.now() + RESOURCES_LIMIT_MS, this.#load())
      this.#work.then(
        () => {
          this.#state = 'loaded'
        },
        (error: unknown) => {
          this.#state = 'failed'
          console.error('Failed to load editor resources', error)
        },
      )
    }
    return this.#work as Promise<T>
  }

  /**
   * Runs an action at once or, while it loads, when that has ended. Actions run in the order in which they were
   * requested, each when the one before has ended; none is lost when loading fails.
   */
  whenReady<R>(action: () => Promise<R>): Promise<R> {
    const ready = Promise.allSettled([this.#actions, this.#state === 'loading' ? this.#work : undefined])
    const done = ready.then(action)
    this.#actions = done
    return done
  }
}
