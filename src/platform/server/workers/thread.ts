import { parentPort, type MessagePort } from 'node:worker_threads'
import { takeBackgroundPriority } from '../background-priority.ts'
import type { Ask, FromThread, ToThread, WorkerTask } from './task.ts'

/** Makes this thread one of a {@link WorkerPool}, which does one task at a time. */
export function serveTasks(tasks: readonly WorkerTask<never, unknown>[]): void {
  if (!parentPort) throw new Error('This is run as a worker thread')
  takeBackgroundPriority()
  new TaskServer(parentPort, new Map(tasks.map(task => [task.name, task])))
}

class TaskServer {
  readonly #port: MessagePort
  readonly #tasks: ReadonlyMap<string, WorkerTask<never, unknown>>
  readonly #questions = new Map<number, PromiseWithResolvers<unknown>>()
  #lastQuestion = 0

  constructor(port: MessagePort, tasks: ReadonlyMap<string, WorkerTask<never, unknown>>) {
    this.#port = port
    this.#tasks = tasks
    port.on('message', (message: ToThread) => {
      if ('task' in message) void this.#work(message.task, message.input)
      else this.#answered(message)
    })
    this.#send({ ready: true })
  }

  async #work(name: string, input: unknown): Promise<void> {
    try {
      const task = this.#tasks.get(name)
      if (!task) throw new Error(`The threads do not know the task ${name}`)
      this.#send({ result: await task.run(input as never, this.#ask) })
    } catch (error) {
      this.#send({ error })
    }
  }

  readonly #ask: Ask = asked => {
    const question = ++this.#lastQuestion
    const answer = Promise.withResolvers<unknown>()
    this.#questions.set(question, answer)
    this.#send({ question, asked })
    return answer.promise
  }

  #answered(message: Exclude<ToThread, { task: string }>): void {
    const answer = this.#questions.get(message.question)
    this.#questions.delete(message.question)
    if ('failure' in message) answer?.reject(new Error(message.failure))
    else answer?.resolve(message.answer)
  }

  #send(message: FromThread): void {
    this.#port.postMessage(message)
  }
}
