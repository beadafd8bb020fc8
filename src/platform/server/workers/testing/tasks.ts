import { isMainThread, threadId } from 'node:worker_threads'
import type { WorkerTask } from '../task.ts'

/** Tasks for tests of the pool. */
export const testTasks = {
  where: { name: 'where', run: () => (isMainThread ? 'here' : threadId) } satisfies WorkerTask<null, unknown>,
  double: { name: 'double', run: (text: string) => text + text } satisfies WorkerTask<string, string>,
  throwing: {
    name: 'throwing',
    run: (message: string) => {
      throw new TypeError(message)
    },
  } satisfies WorkerTask<string, never>,
  askTwice: {
    name: 'ask-twice',
    run: async (_, ask) => [await ask(new Map([['what', 1]])), await ask('again')],
  } satisfies WorkerTask<null, unknown[]>,
  askInVain: {
    name: 'ask-in-vain',
    run: (_, ask) => ask('whatever'),
  } satisfies WorkerTask<null, unknown>,
  endless: {
    name: 'endless',
    run: () => {
      for (;;);
    },
  } satisfies WorkerTask<null, never>,
  greedy: {
    name: 'greedy',
    run: () => {
      const all: number[][] = []
      for (;;) all.push(Array.from({ length: 10_000 }, (_, index) => index))
    },
  } satisfies WorkerTask<null, never>,
  exiting: {
    name: 'exiting',
    run: () => process.exit(3),
  } satisfies WorkerTask<null, never>,
} as const
