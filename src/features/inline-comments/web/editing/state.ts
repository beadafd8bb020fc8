import { shared } from '#platform/web/shared.ts'
import type { MarkedText } from './editor-markers.ts'

/** Content of the panel beside the text that is edited. */
export type OpenedInEditor = { kind: 'thread'; id: string } | ({ kind: 'new' } & MarkedText)

export const openedInEditor = shared<OpenedInEditor | undefined>(undefined)
