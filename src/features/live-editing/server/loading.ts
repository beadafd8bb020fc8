import type { App } from '#platform/server/app.ts'

type Engine = typeof import('./engine.ts')

/** Yjs and the shared documents of this process, loaded when they are first needed. */
class LiveEngine {
  readonly #app: App
  #loaded: Promise<Engine> | undefined

  constructor(app: App) {
    this.#app = app
  }

  load(): Promise<Engine> {
    this.#loaded ??= import('./engine.ts').then(engine => {
      engine.start(this.#app)
      return engine
    })
    return this.#loaded
  }

  async idle(): Promise<void> {
    await (await this.#loaded)?.idle(this.#app)
  }

  /** Ends what was begun, if anything was. */
  async stop(): Promise<void> {
    await (await this.#loaded)?.stop(this.#app)
  }
}

export const liveEngine = (app: App): LiveEngine => app.own(create)

function create(app: App): LiveEngine {
  return new LiveEngine(app)
}
