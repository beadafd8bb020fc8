import type { DiagramDocument } from '../../model/document.ts'

/**
 * What the wiki's page (the host) and the editor in its frame say to each other. Each message bears the tag; both sides
 * take messages of their own origin and of the other's window alone, and leave out what they do not know.
 */
export const TAG = 'oxbow-diagram-editor'
/** Raised when a message is no longer understood by older halves; a frame of another version is not answered. */
export const PROTOCOL_VERSION = 1

/** A document that was kept on this device and never stored. */
export interface KeptCopy {
  document: DiagramDocument
  /** When it was kept, ms since 1970. */
  at: number
  /** Version of the attachment that it was made from; 0 for a new diagram. */
  version: number
}

/** Who was faster. */
export interface Conflict {
  /** Display name; null when the diagram is gone. */
  by: string | null
  /** ISO 8601; null when the diagram is gone. */
  at: string | null
  /** Version that they stored; 0 when the diagram is gone. */
  version: number
}

/** From the wiki's page to the frame. */
export type HostMessage =
  | {
      type: 'load'
      /** Empty for a new diagram without a name. */
      name: string
      pageTitle: string
      document: DiagramDocument
      /** 0 for a new diagram. */
      version: number
      /** Page of the diagram that is drawn on first. */
      diagramPage?: string
      isReadOnly: boolean
      locale: string
      theme: 'light' | 'dark' | 'system'
      /** Offers templates of a category, or all, before drawing. */
      templates?: 'org' | 'network' | 'software' | 'all'
      /** What is not as it was in the file of another program. */
      report: readonly { path: string; message: string }[]
      /** Changes of a tab that died, or that were kept beside theirs after a conflict. */
      recovered?: KeptCopy
    }
  | { type: 'saved'; name: string; version: number; at: number }
  /** `offline`: no answer, or the session has ended; the host tries again by itself. */
  | { type: 'save-failed'; message: string; offline: boolean }
  /** The name cannot be taken: another is asked for. */
  | { type: 'name-refused'; message: string }
  | { type: 'conflict'; conflict: Conflict }
  | { type: 'found'; request: number; pages: { contentId: string; title: string; spaceName: string }[] }
  | { type: 'found-attachments'; request: number; attachments: { contentId: string; name: string }[] }
  | { type: 'find-failed'; request: number; message: string }
  | { type: 'theme'; theme: 'light' | 'dark' | 'system' }

/** From the frame to the wiki's page. */
export type FrameMessage =
  | { type: 'ready'; protocol: number }
  | {
      type: 'save'
      /** Name for a new diagram. */
      name: string
      document: DiagramDocument
      /** PNG data URL of the page that is shown first, at scale 1. */
      image: string
      /** The page as HTML: an SVG element, with the text for those who do not see it. */
      html: string
      thenClose: boolean
      /** Answer to a conflict: writes over this version knowingly. */
      replaces?: number
    }
  /** Kept on this device until it is stored. */
  | { type: 'autosave'; document: DiagramDocument }
  | { type: 'dirty'; isDirty: boolean }
  | { type: 'close' }
  /** Answer to a conflict: loads what is stored; mine stays on this device. */
  | { type: 'load-theirs'; document: DiagramDocument }
  /** The kept copy is not wanted. */
  | { type: 'discard-recovered' }
  | { type: 'find-pages'; request: number; words: string }
  | { type: 'find-attachments'; request: number; contentId?: string }

/** A message as it travels. */
export type Tagged<Message> = Message & { tag: typeof TAG }
