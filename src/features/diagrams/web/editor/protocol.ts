/**
 * What the wiki's page (the host) and the editor in its frame say to each other, by `postMessage`. Each message bears
 * the tag; both sides take those of their own origin and of the other's window alone, and leave out what they do not
 * know. The frame draws and asks; only the host talks to the server and keeps anything.
 */
import type { DiagramDocument } from '#diagrams/model/document.ts'
import type { TemplateCategory } from '../../names.ts'

export const TAG = 'oxbow-diagram-editor'
/** Raised when a message is no longer understood by older halves. */
export const PROTOCOL_VERSION = 1

export type ThemeName = 'light' | 'dark' | 'system'

/** A document that was kept on this device and never stored. */
export interface KeptCopy {
  document: DiagramDocument
  /** When it was kept, ms since 1970. */
  at: number
  /** Version of the attachment that it was made from; 0 for a new diagram. */
  version: number
  /** One that was offered when this was drawn, and neither restored nor discarded yet. */
  earlier?: KeptCopy
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

export interface Loaded {
  /** Empty for a new diagram without a name. */
  name: string
  /** Title of the page whose attachment it is. */
  pageTitle: string
  document: DiagramDocument
  /** Version of the attachment whose document this is, which a save follows; 0 for a new diagram. */
  version: number
  /** Version that the page is fixed to, and goes on showing; null where it shows the newest. */
  pinned: number | null
  /** Page of the diagram that is drawn on first. */
  diagramPage: string | null
  isReadOnly: boolean
  theme: ThemeName
  /** Offers templates of a category, or all, before drawing. */
  templates: TemplateCategory | 'all' | null
  /** What is not as it was in the file of another program. */
  report: readonly { path: string; message: string }[]
  /** Changes of a tab that died, or that were kept beside theirs after a conflict. */
  recovered: KeptCopy | null
}

/** From the wiki's page to the frame. */
export type HostMessage =
  | ({ type: 'load' } & Loaded)
  /** `save` is the number of the save that it answers. */
  | { type: 'saved'; save: number; name: string; version: number; at: number }
  /** `isOffline`: no answer, or the session has ended; the host tries again by itself. */
  | { type: 'save-failed'; save: number; message: string; isOffline: boolean }
  /** The name cannot be taken: another is asked for. */
  | { type: 'name-refused'; save: number; message: string }
  | { type: 'conflict'; save: number; conflict: Conflict }
  | { type: 'found-pages'; request: number; pages: readonly { contentId: string; title: string; spaceName: string }[] }
  | { type: 'found-attachments'; request: number; attachments: readonly { contentId: string; name: string }[] }
  | { type: 'find-failed'; request: number; message: string }
  /** The reader goes elsewhere: the frame answers by `close`, or by `stay` when they would rather not. */
  | { type: 'leave' }

/** From the frame to the wiki's page. */
export type FrameMessage =
  | { type: 'ready'; protocol: number }
  | {
      type: 'save'
      /** Counts up from 1. A later save takes the place of one that could not be sent yet. */
      save: number
      /** Another name than that of the loaded diagram stores a new one. */
      name: string
      /** Version of the attachment that it follows; 0 for a new diagram. */
      version: number
      document: DiagramDocument
      /** PNG data URL of the first page at scale 1; empty where the browser cannot draw one. */
      image: string
      /** The first page as HTML: an SVG element. */
      html: string
      thenClose: boolean
    }
  /** Is kept on this device until it is stored. */
  | { type: 'autosave'; document: DiagramDocument; version: number }
  | { type: 'dirty'; isDirty: boolean }
  /** Leaves, and forgets what is kept of this session when the reader said so. */
  | { type: 'close'; discard: boolean }
  /** The question that stood is taken back. */
  | { type: 'stay' }
  /** Answer to a conflict: loads what is stored; mine stays on this device. */
  | { type: 'load-theirs'; document: DiagramDocument; version: number }
  /** The kept copy that was offered is not wanted, or it is what is drawn on now; an earlier one is offered next. */
  | { type: 'discard-recovered' }
  | { type: 'restored' }
  | { type: 'find-pages'; request: number; words: string }
  /** One page by its id; answered by `found-pages`, with none when it is gone or the reader may not see it. */
  | { type: 'find-page'; request: number; contentId: string }
  | { type: 'find-attachments'; request: number; contentId: string | null }

type Check = (value: unknown) => boolean
const text: Check = value => typeof value === 'string'
const number: Check = value => typeof value === 'number' && Number.isFinite(value)
const flag: Check = value => typeof value === 'boolean'
const object: Check = value => typeof value === 'object' && value !== null && !Array.isArray(value)
const list: Check = value => Array.isArray(value)
const orNull = (check: Check): Check => value => value === null || check(value)
const oneOf = (...values: string[]): Check => value => typeof value === 'string' && values.includes(value)

/** A check for each field of each message, so that a new field cannot be forgotten here. */
type Shapes<Message extends { type: string }> = {
  [Type in Message['type']]: { [Field in Exclude<keyof Extract<Message, { type: Type }>, 'type'>]-?: Check }
}

const HOST_SHAPES: Shapes<HostMessage> = {
  load: {
    name: text, pageTitle: text, document: object, version: number, pinned: orNull(number), diagramPage: orNull(text), isReadOnly: flag,
    theme: oneOf('light', 'dark', 'system'), templates: orNull(text), report: list, recovered: orNull(object),
  },
  saved: { save: number, name: text, version: number, at: number },
  'save-failed': { save: number, message: text, isOffline: flag },
  'name-refused': { save: number, message: text },
  conflict: { save: number, conflict: object },
  'found-pages': { request: number, pages: list },
  'found-attachments': { request: number, attachments: list },
  'find-failed': { request: number, message: text },
  leave: {},
}

const FRAME_SHAPES: Shapes<FrameMessage> = {
  ready: { protocol: number },
  save: { save: number, name: text, version: number, document: object, image: text, html: text, thenClose: flag },
  autosave: { document: object, version: number },
  dirty: { isDirty: flag },
  close: { discard: flag },
  stay: {},
  'load-theirs': { document: object, version: number },
  'discard-recovered': {},
  restored: {},
  'find-pages': { request: number, words: text },
  'find-page': { request: number, contentId: text },
  'find-attachments': { request: number, contentId: orNull(text) },
}

/** What arrives, as far as it matters here. */
export type Arrival = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>

/** Reads what the host says; undefined for what comes from elsewhere or is not known. */
export function readHostMessage(event: Arrival, from: { origin: string; source: unknown }): HostMessage | undefined {
  return read<HostMessage>(event, from, HOST_SHAPES)
}

/** Reads what the frame says; undefined for what comes from elsewhere or is not known. */
export function readFrameMessage(event: Arrival, from: { origin: string; source: unknown }): FrameMessage | undefined {
  return read<FrameMessage>(event, from, FRAME_SHAPES)
}

function read<Message extends { type: string }>(
  { data, origin, source }: Arrival, from: { origin: string; source: unknown }, shapes: Readonly<Record<string, Readonly<Record<string, Check>>>>,
): Message | undefined {
  if (origin !== from.origin || source === null || source !== from.source) return undefined
  if (typeof data !== 'object' || data === null) return undefined
  const message = data as Readonly<Record<string, unknown>>
  const type = message['type']
  if (message['tag'] !== TAG || typeof type !== 'string' || !Object.hasOwn(shapes, type)) return undefined
  const fits = Object.entries(shapes[type] ?? {}).every(([field, check]) => check(message[field]))
  return fits ? (data as Message) : undefined
}

/** Sends a message to the other side, whose origin is ours. */
export function send(target: Pick<Window, 'postMessage'>, message: HostMessage | FrameMessage, origin: string): void {
  target.postMessage({ ...message, tag: TAG }, origin)
}
