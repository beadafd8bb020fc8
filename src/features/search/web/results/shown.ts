import type { FoundItem, SearchResult } from '../../contract.ts'
import { marksIn, plainText, type Marked } from '../../marks-shared.ts'

export interface Shown {
  key: string
  type: FoundItem['type']
  title: Marked
  excerpt: Marked
  url: string
  /** Path from the space down. */
  trail: readonly { title: string; url?: string }[]
  author: string | undefined
  /** ISO 8601. */
  lastModified: string | undefined
}

export function shownOfFound(item: FoundItem): Shown {
  const space =
    item.space && item.type !== 'space' ? [{ title: item.space.name, url: `/display/${item.space.key}` }] : []
  return {
    key: `${item.type}:${item.id}`,
    type: item.type,
    title: item.title,
    excerpt: item.excerpt,
    url: item.url,
    trail: [...space, ...item.breadcrumbs],
    author: item.author?.displayName,
    lastModified: item.lastModified ?? undefined,
  }
}

/** Converts a CQL hit, whose texts mark matches as `@@@hl@@@hit@@@endhl@@@`. */
export function shownOfResult(result: SearchResult, index: number): Shown {
  const container = result.resultGlobalContainer
  return {
    key: `${result.url} ${index}`,
    type: typeOf(result),
    title: marksIn(result.title),
    excerpt: marksIn(plainText(result.excerpt)),
    url: result.url,
    trail: container ? [{ title: container.title, url: container.displayUrl }] : [],
    author: undefined,
    lastModified: result.lastModified || undefined,
  }
}

const TYPES: readonly FoundItem['type'][] = ['page', 'blogpost', 'comment', 'attachment', 'space', 'user']

function typeOf(result: SearchResult): Shown['type'] {
  if (result.entityType !== 'content') return result.entityType
  const { type } = (result.content ?? {}) as { type?: string }
  return TYPES.find(known => known === type) ?? 'page'
}
