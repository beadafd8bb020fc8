import type { PageSlotContext } from '#platform/web/slots.tsx'
import type { PageView } from '#features/content/contract.ts'

/** Selected text as the server looks for it in the stored page. */
export interface FoundText {
  /** As the reader sees it. */
  text: string
  /** Words of it that are in the page's own text: names of users, dates and the like come from the wiki. */
  pieces: string[]
  /** Which of its occurrences it is, from 0. */
  index: number
  numMatches: number
}

/** Context of an entry of the panel at selected text. */
export interface SelectionContext extends PageSlotContext {
  range: Range
  /** Place of the text. */
  area: 'main' | 'comment'
  permissions: PageView['permissions']
  version: number | undefined
  /** The selected text as the server finds it; undefined where it holds no words of the page itself. */
  find: () => FoundText | undefined
  /** Closes the panel and clears the selection. */
  close: () => void
}

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** At selected text of the article or of a comment. */
    'selection.panel': SelectionContext
  }
}
