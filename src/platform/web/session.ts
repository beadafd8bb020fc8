import type { PageData, SeededQuery } from '#platform/page-data.ts'

const EMPTY: PageData = {
  locale: 'en-US',
  site: { title: 'Oxbow', version: '', buildNumber: '', hasExternalUsers: false },
  user: null,
  can: { createContent: false, createSpace: false },
  accessMode: { mode: 'READ_WRITE', banner: null },
  queries: [],
  main: 'nothing',
}

let current: PageData | undefined

/** Data embedded by the server; see `#platform/page-data.ts`. Cached. */
export function pageData(): PageData {
  current ??= read()
  return current
}

/** Content of `<meta name=…>`. */
export function meta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** XSRF token of the session. */
export function xsrfToken(): string | undefined {
  return meta('ajs-atl-token') || undefined
}

function read(): PageData {
  // Page anchors may have any id; only the server writes scripts.
  const text = document.querySelector('script#oxbow-data')?.textContent
  if (!text) return EMPTY
  const data = { ...EMPTY, ...(JSON.parse(text) as Partial<PageData>) }
  return { ...data, queries: data.queries.map(withDocument) }
}

function withDocument({ key, data, fieldInDocument }: SeededQuery): SeededQuery {
  if (!fieldInDocument) return { key, data }
  // Within the main part, where the element comes first; sidebar content may have the same id.
  const html = document.querySelector(`#main #${fieldInDocument.elementId}`)?.innerHTML ?? ''
  return { key, data: { ...(data as object), [fieldInDocument.field]: html } }
}
