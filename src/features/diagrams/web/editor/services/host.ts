import { createContext, use } from 'react'
import type { OthersSelection } from '#features/live-editing/web/index.ts'
import type { LinkedDiagram, Person } from '../protocol.ts'
import type { ExportFormat } from './export.ts'

/**
 * Save state; a new, empty diagram counts as `saved`. `offline`: no network or session, with retries; `conflict`: a
 * concurrent save, with a pending choice.
 */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'offline' | 'conflict'

export interface FoundPage {
  contentId: string
  title: string
  spaceName: string
}

export interface FoundAttachment {
  /** Of its page. */
  contentId: string
  name: string
}

/** The open diagram and its save state. */
export interface DiagramState {
  /** Empty for a new one. */
  name: string
  /** Of the attachment's page. */
  pageTitle: string
  isNew: boolean
  saveState: SaveState
  /** Last save in this session, ms since 1970, or null. */
  savedAt: number | null
  /** Why saving failed, localised; null unless `saveState` is `failed` or `offline`. */
  problem: string | null
  /** Users who have it open in other windows. */
  people: readonly Person[]
  /** Objects that they have selected. */
  selections: readonly OthersSelection[]
  /** Whether changes of all users appear at once, and are saved together. */
  isShared: boolean
  /** Whether they do at present; else once the connection is back. */
  isOnline: boolean
}

/** Services of the wiki for the editor's components. */
export interface EditorHost extends DiagramState {
  /** Saves the diagram, asking for a name if it has none. Does nothing during a save. */
  save: (options?: { thenClose?: boolean }) => void
  /** Asks for another name; null where it cannot get one. */
  rename: (() => void) | null
  /** Leaves the editor; asks first with unsaved changes. */
  close: () => void
  /** Offers a link that shows the stored diagram outside of the wiki; null where there is none. */
  embed: (() => void) | null
  /** Asks where a copy of what is drawn goes; null where it can go nowhere. */
  copy: (() => void) | null
  /** Pages by title, at most 20, best first. */
  findPages: (words: string) => Promise<FoundPage[]>
  /** A page by id, cached; null when it is gone or forbidden. */
  findPage: (contentId: string) => Promise<FoundPage | null>
  /** Files of a page, by default the diagram's; at most 200, by name. */
  findAttachments: (contentId?: string) => Promise<FoundAttachment[]>
  /** Diagrams by their names and the titles of their pages, the newest first, without their pages. */
  findDiagrams: (words: string) => Promise<LinkedDiagram[]>
  /** A diagram by the id of its attachment; null when it is gone or forbidden. */
  findDiagram: (contentId: string) => Promise<LinkedDiagram | null>
  /** Copies a page of the diagram, as it is drawn, into another diagram; @returns where it is now. */
  copyPage: (pageId: string, contentId: string) => Promise<{ name: string; url: string }>
  /** Imports the pages of files of Gliffy, draw.io or ours, each in one step of undo; reports failures. */
  importFiles: (files: readonly File[]) => Promise<void>
  /** Opens the file chooser first. */
  chooseImport: () => void
  /** Downloads the current page (`json`: the document). */
  exportAs: (format: ExportFormat) => Promise<void>
}

export const HostContext = createContext<EditorHost | null>(null)

/** @throws Error outside of a provider */
export function useHost(): EditorHost {
  const host = use(HostContext)
  if (!host) throw new Error('There is no host above')
  return host
}
