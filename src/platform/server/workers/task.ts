/**
 * Work for which a thread may be asked: it takes time by its input alone. Input and result are plain data; what it
 * needs of the wiki it asks for.
 */
export interface WorkerTask<Input, Result> {
  /** By which a thread knows it; `src/worker.ts` lists all. */
  readonly name: string
  readonly run: (input: Input, ask: Ask) => Result | Promise<Result>
}

/** Answers a question of a task; both are plain data. A task and who runs it agree on their shapes. */
export type Ask = (question: unknown) => Promise<unknown>

/** To a thread: a task to begin, or the answer to a question of the one that it works on. */
export type ToThread =
  | { readonly task: string; readonly input: unknown }
  | { readonly question: number; readonly answer: unknown }
  | { readonly question: number; readonly failure: string }

/** From a thread. */
export type FromThread =
  /** It begins to work on what it is sent. */
  | { readonly ready: true }
  | { readonly result: unknown }
  | { readonly error: unknown }
  | { readonly question: number; readonly asked: unknown }
