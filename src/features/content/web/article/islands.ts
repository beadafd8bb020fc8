/** Brings one macro's element to life. Returns a function that ends it. */
export type Island = (macro: HTMLElement) => () => void

const islands = new Map<string, () => Promise<{ default: Island }>>()

/** Names the module that brings a macro to life; it is loaded with the first page that calls the macro. */
export function registerIsland(macro: string, load: () => Promise<{ default: Island }>): void {
  islands.set(macro, load)
}

/** Brings the article's macros to life that have something to do in the browser. Returns a function that ends it. */
export function startIslands(article: HTMLElement): () => void {
  let isOver = false
  const ends: (() => void)[] = []
  for (const element of article.querySelectorAll<HTMLElement>('[data-macro-name]')) {
    const load = islands.get(element.dataset['macroName'] ?? '')
    load?.().then(({ default: island }) => {
      if (!isOver) ends.push(island(element))
    }).catch(reportError)
  }
  return () => {
    isOver = true
    for (const end of ends) end()
  }
}
