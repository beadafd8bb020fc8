import Negotiator from 'negotiator'

/** Forms of a page, of which requests that accept all alike get the first. */
const FORMS = ['text/html', 'application/json', 'text/markdown'] as const

/** Whether a request asks for Markdown (`Accept: text/markdown`) rather than for the usual form of the answer. */
export function asksForMarkdown({ headers }: { readonly headers: { readonly accept?: string | undefined } }): boolean {
  const { accept } = headers
  if (accept === undefined || !/\btext\/markdown\b/i.test(accept)) return false
  return new Negotiator({ headers: { accept } }).mediaType([...FORMS]) === 'text/markdown'
}
