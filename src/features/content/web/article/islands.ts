/** What an island knows of the content that holds it. */
export interface IslandContext {
  /** Id of the page or comment. */
  contentId: string
  /** Whether the reader may change its text, as it is shown. */
  mayUpdate: boolean
  /** To be called when the text was changed: what the browser keeps of it is no longer true. */
  onChanged: () => void
}

/** Brings one element to life. Returns a function that ends it. */
export type Island = (element: HTMLElement, context: IslandContext) => () => void

const islands = new Map<string, () => Promise<{ default: Island }>>()

/**
 * Names the module that brings elements of an article to life; it is loaded with the first article that holds one.
 * @param selector of the elements; {@link macroSelector} gives that of a macro
 */
export function registerIsland(selector: string, load: () => Promise<{ default: Island }>): void {
  islands.set(selector, load)
}

/** The elements that a macro's calls leave in an article. */
export function macroSelector(name: string): string {
  return `[data-macro-name="${name}"]`
}

/** Brings to life what has something to do in the browser. Returns a function that ends it. */
export function startIslands(article: HTMLElement, context: IslandContext): () => void {
  let isOver = false
  const ends: (() => void)[] = []
  for (const [selector, load] of islands) {
    const elements = [...article.querySelectorAll<HTMLElement>(selector)]
    if (elements.length === 0) continue
    load().then(({ default: island }) => {
      if (!isOver) ends.push(...elements.map(element => island(element, context)))
    }).catch(reportError)
  }
  return () => {
    isOver = true
    for (const end of ends) end()
  }
}
