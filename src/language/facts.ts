import { macros } from './macros.ts'
import type { StorageDocument } from './model.ts'
import { references, type Reference } from './references.ts'
import { ensureTaskIds, tasks, type TaskStatus } from './tasks.ts'
import { toText } from './text.ts'

/** Facts that are derived of a document and stored beside it: plain data, in document order, each list with a limit. */
export interface DocumentFacts {
  /** Each once, the first {@link mostReferences} of a kind. */
  readonly references: readonly Reference[]
  /** The first {@link mostCalls} of each name. */
  readonly macros: readonly MacroFact[]
  /** The first {@link mostTasks}, with the ids by which they can be ticked. */
  readonly tasks: readonly TaskFact[]
  /** As {@link toText} gives it. */
  readonly text: string
}

export interface MacroFact {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
}

export interface TaskFact {
  readonly id: string | undefined
  readonly status: TaskStatus
  /** The first {@link mostTaskText} of it. */
  readonly text: string
  readonly due: string | undefined
  readonly assignee: Reference | undefined
}

const mostReferences = 5000
const mostCalls = 1000
const mostTasks = 5000
/** UTF-16 units. */
const mostTaskText = 4000

/** The facts of a document, each list made when it is first read. */
export function documentFacts(doc: StorageDocument): DocumentFacts {
  const found = once(() => firstOfEach(references(doc), ({ kind }) => kind, mostReferences))
  const calls = once(() =>
    firstOfEach(macros(doc), ({ name }) => name, mostCalls).map(({ name, parameters }) => ({ name, parameters })),
  )
  const listed = once(() =>
    tasks(ensureTaskIds(doc))
      .slice(0, mostTasks)
      .map(({ id, status, text, due, assignee }) => ({ id, status, text: text.slice(0, mostTaskText), due, assignee })),
  )
  const words = once(() => toText(doc))
  return {
    get references() {
      return found()
    },
    get macros() {
      return calls()
    },
    get tasks() {
      return listed()
    },
    get text() {
      return words()
    },
  }
}

function firstOfEach<T>(all: readonly T[], keyOf: (one: T) => string, most: number): T[] {
  const counts = new Map<string, number>()
  return all.filter(one => {
    const count = (counts.get(keyOf(one)) ?? 0) + 1
    counts.set(keyOf(one), count)
    return count <= most
  })
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
