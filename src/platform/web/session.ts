import type { PageData, SeededQuery } from '#platform/page-data.ts'

const EMPTY: PageData = {
  locale: 'en-US',
  site: { title: 'Oxbow', version: '', buildNumber: '' },
  user: null,
  can: { createContent: false, createSpace: false },
  accessMode: { mode: 'READ_WRITE', banner: null },
  queries: [],
  main: 'nothing',
}

let current: PageData | undefined

/** The data that the server wrote into this document; see `#platform/page-data.ts`. Read once. */
export function pageData(): PageData {
  current ??= read()
  return current
}

/** Value of `<meta name=…>`, or undefined where the document has none. */
export function meta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** The session's XSRF token, which the server writes into the head. */
export function xsrfToken(): string | undefined {
  return meta('ajs-atl-token') || undefined
}

function read(): PageData {
  // An anchor of a page may bear any id of two words, this one too: only the server writes scripts.
  const text = document.querySelector('script#oxbow-data')?.textContent
  if (!text) return EMPTY
  const data = { ...EMPTY, ...(JSON.parse(text) as Partial<PageData>) }
  return { ...data, queries: data.queries.map(withDocument) }
}

function withDocument({ key, data, fieldInDocument }: SeededQuery): SeededQuery {
  if (!fieldInDocument) return { key, data }
  // Within the main part, where the element comes before all that is in it; a sidebar may hold its id as well.
  const html = document.querySelector(`#main #${fieldInDocument.elementId}`)?.innerHTML ?? ''
  return { key, data: { ...(data as object), [fieldInDocument.field]: html } }
}
