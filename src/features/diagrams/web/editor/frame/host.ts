import { createContext, use } from 'react'
import type { ExportFormat } from './export.ts'

/**
 * How the diagram stands to what is stored; a new one on which nothing was drawn counts as `saved`. `offline`: the
 * network or the session is gone, and saving is tried again; `conflict`: somebody else saved meanwhile, and a choice is
 * asked for.
 */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'offline' | 'conflict'

export interface FoundPage {
  contentId: string
  title: string
  spaceName: string
}

export interface FoundAttachment {
  /** Of the page that it is attached to. */
  contentId: string
  name: string
}

/** The diagram that is open, and how it stands to what is stored. */
export interface DiagramState {
  /** Name of the diagram; empty for a new one that has none yet. */
  name: string
  /** Title of the page whose attachment it is. */
  pageTitle: string
  /** Never stored before. */
  isNew: boolean
  saveState: SaveState
  /** When it was last stored from here, ms since 1970; null before that. */
  savedAt: number | null
  /** Why it could not be saved, in the reader's words; null unless `saveState` is `failed` or `offline`. */
  problem: string | null
}

/** What the editor's parts may ask of what is around them: the wiki, beyond the frame. */
export interface EditorHost extends DiagramState {
  /** Stores the diagram; asks for a name first where it has none. Does nothing while it is being stored. */
  save: (options?: { thenClose?: boolean }) => void
  /** Goes back to where the reader came from; asks first when something is not stored. */
  close: () => void
  /** Pages whose title holds the words; at most 20, the best first. */
  findPages: (words: string) => Promise<FoundPage[]>
  /** The page of an id, once asked for, always known; null when it is gone or the reader may not see it. */
  findPage: (contentId: string) => Promise<FoundPage | null>
  /** Files of a page, by default the one whose attachment the diagram is; at most 200, by name. */
  findAttachments: (contentId?: string) => Promise<FoundAttachment[]>
  /** Brings in the pages of files of Gliffy, draw.io or ours, each in one step that can be undone; tells when it cannot. */
  importFiles: (files: readonly File[]) => Promise<void>
  /** Lets the reader choose the files first. */
  chooseImport: () => void
  /** Gives the page that is drawn on (`json`: the document) to the reader as a file. */
  exportAs: (format: ExportFormat) => Promise<void>
}

export const HostContext = createContext<EditorHost | null>(null)

/** What is around the editor. @throws Error outside of one */
export function useHost(): EditorHost {
  const host = use(HostContext)
  if (!host) throw new Error('There is no host above')
  return host
}
