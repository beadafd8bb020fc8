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

/** HTML of a text, and whether it has words or dates of the language that it was rendered in. */
interface PlainText {
  html: string
  worded: boolean
}

/**
 * HTML of texts for which the wiki was asked nothing: made of the text and of what is known of its page alone, it is
 * the same at all times and for all readers, so that no commit makes it void.
 */
export class PlainHtml {
  #html = new LRUCache<string, PlainText>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: text => 2 * text.html.length + 200,
  })

  get(key: string): PlainText | undefined {
    return this.#html.get(key)
  }

  set(key: string, text: PlainText): void {
    this.#html.set(key, text)
  }

  /** Names a rendering by all that it is made from. */
  static keyOf({ storage, page, mode, locale }: RenderedText): string {
    return hash('sha256', `${JSON.stringify([mode, locale, page])}\n${storage}`, 'base64')
  }
}
