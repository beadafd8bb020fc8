import type { ContentRow } from '../store.ts'
import { contentPath } from './urls.ts'

/**
 * An entry of lists of pages and posts.
 * @param row of a page or post, with the key and the name of its space
 */
export function pageEntry(row: ContentRow & { space_key: string; space_name: string }) {
  return {
    id: String(row.id),
    type: row.type === 'blogpost' ? ('blogpost' as const) : ('page' as const),
    title: row.title,
    url: contentPath(row, row.space_key),
    space: { key: row.space_key, name: row.space_name },
  }
}
