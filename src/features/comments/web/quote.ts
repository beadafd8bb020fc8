import { shared } from '#platform/web/shared.ts'

/** Text that waits to be quoted in a new comment. */
export const pendingQuote = shared<{ text: string } | undefined>(undefined)

/** Opens the form of a new comment, as written so far, with a quote at its end. */
export function quoteInComment(text: string): void {
  pendingQuote.set({ text })
}
