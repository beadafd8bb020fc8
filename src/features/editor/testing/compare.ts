/* Comparisons of texts before and after they were edited. */
import { attributes, mapElements, textContent, walkElements, type StorageNode } from '#language/model.ts'
import { equivalent, parse, serialise, unmark } from '#language/index.ts'

/** A word that was typed at the end of a text block. */
export interface TypedWord {
  readonly word: string
  /** Whether a paragraph was added for it. */
  readonly isFiller: boolean
}

/** Characters of each text that a message shows, and those of them before the difference. */
const MOST_SHOWN = 300
const SHOWN_BEFORE = 100

/** The first difference of two texts, with its surroundings. */
export function firstDifference(was: string, is: string): string {
  let at = 0
  while (at < was.length && was[at] === is[at]) at++
  const from = Math.max(0, at - SHOWN_BEFORE)
  return `${was.slice(from, from + MOST_SHOWN)}\nbecame\n${is.slice(from, from + MOST_SHOWN)}`
}

const MARKER = 'ac:inline-comment-marker'
const MACRO_IDS = ['ac:macro-id', 'ac:local-id']
const TASK_IDS = ['ac:task-id', 'ac:task-uuid']

/** Ids of macros, tasks and markers of comments. */
export function idsIn(storage: string): ReadonlySet<string> {
  const ids = [...walkElements(parse(storage))].flatMap(node => {
    const { name, attributes } = node
    if (TASK_IDS.includes(name)) return `task ${textContent(node)}`
    return [name === MARKER ? attributes['ac:ref'] : undefined, ...MACRO_IDS.map(id => attributes[id])]
  })
  return new Set(ids.filter(id => id !== undefined))
}

/** A text without what a copy leaves to its original: ids of macros and tasks, and markers of comments. */
export function withoutIds(storage: string): string {
  const isTaskId = (node: StorageNode) => node.type === 'element' && TASK_IDS.includes(node.name)
  const without = mapElements(unmark(parse(storage)), node => ({
    ...node,
    attributes: attributes(
      Object.fromEntries(Object.entries(node.attributes).filter(([id]) => !MACRO_IDS.includes(id))),
    ),
    children: node.children.filter(child => !isTaskId(child)),
  }))
  return serialise(without)
}

/**
 * Compares a text with its source: apart from typed words, each of which it has once, the two are equivalent. An inline
 * element that holds such a word alone was added with it, as by typing behind a bold link.
 *
 * @returns the first difference; undefined for none
 */
export function differenceButFor(typed: readonly TypedWord[], source: string, storage: string): string | undefined {
  const missing = typed.filter(({ word }) => storage.split(word).length !== 2)
  if (missing.length > 0) return `${missing.map(({ word }) => word).join(', ')} not once in\n${storage}`
  const plain = typed.reduce(
    (rest, { word, isFiller }) => rest.replace(isFiller ? `<p>${word}</p>` : word, ''),
    storage,
  )
  if (equivalent(source, plain)) return undefined
  const withElements = typed.reduce(withoutWord, storage)
  return equivalent(source, withElements) ? undefined : firstDifference(source, plain)
}

function withoutWord(storage: string, { word, isFiller }: TypedWord): string {
  if (isFiller) return storage.replace(`<p>${word}</p>`, '')
  return storage.replace(new RegExp(`<(?!p[ >])([\\w:-]+)(?: [^>]*)?>${word}</\\1>|${word}`), '')
}
