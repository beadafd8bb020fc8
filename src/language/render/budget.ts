/** Maximum of included pages in one rendering, at any depth. */
const maxIncludes = 200

/** Maximum of lists queried in one rendering. */
const maxLists = 100

/** Maximum of nodes and entries beyond the document's own. */
const maxExtra = 1_000_000

/** Amounts that one rendering may consume, of a whole page or of the parts in which it is rendered. */
export class RenderBudget {
  #includes = 0
  #lists = 0
  #extra = 0

  /** Consumes one of the included pages; false when there are none left. */
  takeInclude(): boolean {
    return ++this.#includes <= maxIncludes
  }

  /** Consumes one of the lists; false when there are none left, or no entries. */
  takeList(): boolean {
    return ++this.#lists <= maxLists && this.#extra <= maxExtra
  }

  /** Consumes nodes or entries; false when there are none left. */
  spend(amount: number): boolean {
    this.#extra += amount
    return this.#extra <= maxExtra
  }
}
