/** Content around an island. */
export interface IslandContext {
  /** Page or comment id. */
  contentId: string
  /** Whether the reader may edit the text as displayed. */
  mayUpdate: boolean
  /** Call after changing the text, to invalidate caches. */
  onChanged: () => void
}

/** Enhances one element. Returns a cleanup function. */
export type Island = (element: HTMLElement, context: IslandContext) => () => void

interface Registered {
  readonly load: () => Promise<{ default: Island }>
  readonly isInEditor: boolean
}

const islands = new Map<string, Registered>()

/**
 * Registers the module for elements of an article; it is loaded on demand.
 * @param selector see {@link macroSelector} for macros
 * @param isInEditor whether it runs for macros shown in the editor too, where nothing of it can be used
 */
export function registerIsland(selector: string, load: Registered['load'], isInEditor = false): void {
  islands.set(selector, { load, isInEditor })
}

/** Selector of a macro's output. */
export function macroSelector(name: string): string {
  return `[data-macro-name="${name}"]`
}

/**
 * Runs the islands of an article. Returns a cleanup function.
 * @param isInEditor whether only those for macros in the editor run
 */
export function startIslands(article: HTMLElement, context: IslandContext, isInEditor = false): () => void {
  let isOver = false
  const ends: (() => void)[] = []
  for (const [selector, { load, isInEditor: runsInEditor }] of islands) {
    if (isInEditor && !runsInEditor) continue
    const elements = [...article.querySelectorAll<HTMLElement>(selector)]
    if (elements.length === 0) continue
    load()
      .then(({ default: island }) => {
        if (!isOver) ends.push(...elements.map(element => island(element, context)))
      })
      .catch(reportError)
  }
  return () => {
    isOver = true
    for (const end of ends) end()
  }
}
