import { shared } from '#platform/web/shared.ts'
import type { FoundText } from '#features/highlight/web/index.ts'

/** Content of the rail of a page: a thread, or the form of a new one. */
export type Opened =
  | { pageId: string; kind: 'thread'; id: string; focusedId?: string }
  | { pageId: string; kind: 'new'; range: Range; found: FoundText }

export const opened = shared<Opened | undefined>(undefined)

/** Page whose resolved comments are shown. */
export const resolvedOf = shared<string | undefined>(undefined)
