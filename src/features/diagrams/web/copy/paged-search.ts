import { DROPDOWN_DEFAULTS } from './dropdown.ts'

/** Pages that a search of the dialog asks for at once, and in all. */
export const PAGE_SEARCH = { batch: 5, most: 300 } as const
/** The same of spaces: what the list holds. Users with more spaces find them by words. */
export const SPACE_SEARCH = { batch: 20, most: DROPDOWN_DEFAULTS.maxOptions } as const

export interface Paging<Item> {
  batch: number
  /** Items in all. */
  most: number
  /** @throws Error when the wiki does not answer */
  fetch: (range: { start: number; limit: number }) => Promise<readonly Item[]>
  /** The first batch, where it is known. */
  first?: readonly Item[]
}

/** A list that is fetched batch by batch, until one is not full. */
export class PagedSearch<Item> {
  readonly #paging: Paging<Item>
  #items: readonly Item[]
  #isOver = false
  #running: Promise<readonly Item[]> | undefined

  constructor(paging: Paging<Item>) {
    this.#paging = paging
    this.#items = paging.first ?? []
    if (paging.first) this.#isOver = paging.first.length < paging.batch
  }

  get items(): readonly Item[] {
    return this.#items
  }

  get hasMore(): boolean {
    return !this.#isOver && this.#items.length < this.#paging.most
  }

  /** Fetches the next batch, one at a time. @returns all items so far */
  more(): Promise<readonly Item[]> {
    if (!this.hasMore) return Promise.resolve(this.#items)
    this.#running ??= this.#next().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #next(): Promise<readonly Item[]> {
    const { batch, most, fetch } = this.#paging
    const start = this.#items.length
    const limit = Math.min(batch, most - start)
    const found = await fetch({ start, limit })
    this.#isOver = found.length < limit
    this.#items = [...this.#items, ...found]
    return this.#items
  }
}

/** The list of an answer; an empty one is a list. @throws Error for an answer without it */
export function listIn<Item>(list: readonly Item[] | undefined): readonly Item[] {
  if (!Array.isArray(list)) throw new Error('Internal error: the search returned nothing')
  return list
}
