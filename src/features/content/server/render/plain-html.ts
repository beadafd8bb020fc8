import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { RenderMode, RenderPage } from '#language/index.ts'

/** For the pages that many read: to render one again costs little. */
const MEMORY_BYTES = 2 * 1024 * 1024

/** Everything that a rendering for which nothing was looked up is made from. */
interface RenderedText {
  storage: string
  page: RenderPage
  mode: RenderMode
  locale: string
}

/**
 * HTML of texts for which the wiki was asked nothing: made of the text and of what is known of its page alone, it is the
 * same at all times and for all readers, so that no commit makes it void.
 */
export class PlainHtml {
  #html = new LRUCache<string, string>({ maxSize: MEMORY_BYTES, sizeCalculation: html => 2 * html.length + 200 })

  get(key: string): string | undefined {
    return this.#html.get(key)
  }

  set(key: string, html: string): void {
    this.#html.set(key, html)
  }

  /** Names a rendering by all that it is made from. */
  static keyOf({ storage, page, mode, locale }: RenderedText): string {
    return hash('sha256', `${JSON.stringify([mode, locale, page])}\n${storage}`, 'base64')
  }
}
