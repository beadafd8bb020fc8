/**
 * Protocol between the wiki's page (the host) and the editor in its frame, by `postMessage`. Messages are tagged; both
 * sides check origin and source, and ignore unknown ones. The frame draws and asks; only the host accesses server and
 * storage.
 */
import type { DiagramDocument } from '#diagrams/model/document.ts'
import type { OthersSelection } from '#features/live-editing/web/index.ts'
import type { TemplateCategory } from '../../names.ts'

export const TAG = 'oxbow-diagram-editor'
/** Incremented for incompatible messages. */
export const PROTOCOL_VERSION = 1

export type ThemeName = 'light' | 'dark' | 'system'

/** An unsaved document, stored on this device. */
export interface UnsavedCopy {
  document: DiagramDocument
  /** ms since 1970. */
  at: number
  /** Its base version of the attachment; 0 for a new diagram. */
  version: number
  /** The shared document that has all of it. */
  sharedBy?: string
  /** An undecided copy from before. */
  earlier?: UnsavedCopy
}

/** A concurrent save. */
export interface Conflict {
  /** Display name; null when the diagram was deleted. */
  by: string | null
  /** ISO 8601; null when the diagram was deleted. */
  at: string | null
  /** Their version; 0 when the diagram was deleted. */
  version: number
}

/** A user who has the diagram open in another window. */
export interface Person {
  name: string
  /** Path of the profile picture. */
  picture: string
  /** The user of this window. */
  isSelf: boolean
}

/** A diagram that a shape may lead to. */
export interface LinkedDiagram {
  /** Of the attachment. */
  contentId: string
  name: string
  pageTitle: string
  spaceName: string
  /** Its pages; empty where they were not asked for. */
  pages: readonly { id: string; name: string }[]
}

export interface Loaded {
  /** Empty for a new diagram without a name. */
  name: string
  /** Title of the attachment's page. */
  pageTitle: string
  document: DiagramDocument
  /** The newest version, the base of a save; 0 for a new diagram. */
  version: number
  /** Pinned version of the page; null for the newest. */
  pinned: number | null
  /** The older version that the document is of; null for the newest. */
  edited: number | null
  /** Initial page of the diagram. */
  diagramPage: string | null
  isReadOnly: boolean
  /** Whether links can show it outside of the wiki. */
  isEmbeddable: boolean
  /** Whether it can be copied to a page. */
  canCopy: boolean
  theme: ThemeName
  /** Template category to offer first. */
  templates: TemplateCategory | 'all' | null
  /** Deviations from another program's file. */
  report: readonly { path: string; message: string }[]
  /** Changes of a crashed tab, or stored after a conflict. */
  recovered: UnsavedCopy | null
}

/** From host to frame. */
export type HostMessage =
  | ({ type: 'load' } & Loaded)
  /** `save` is the number of the answered save. */
  | { type: 'saved'; save: number; name: string; version: number; at: number }
  /** `isOffline`: no answer, or an expired session; the host retries. */
  | { type: 'save-failed'; save: number; message: string; isOffline: boolean }
  /** Another name is needed. */
  | { type: 'name-refused'; save: number; message: string }
  | { type: 'conflict'; save: number; conflict: Conflict }
  | { type: 'found-pages'; request: number; pages: readonly { contentId: string; title: string; spaceName: string }[] }
  | { type: 'found-attachments'; request: number; attachments: readonly { contentId: string; name: string }[] }
  | { type: 'found-diagrams'; request: number; diagrams: readonly LinkedDiagram[] }
  | { type: 'renamed'; request: number; name: string }
  /** `url` leads to the diagram that it was copied into. */
  | { type: 'page-copied'; request: number; name: string; url: string }
  | { type: 'request-failed'; request: number; message: string }
  /** All who have the diagram open elsewhere. */
  | { type: 'people'; people: readonly Person[]; selections: readonly OthersSelection[] }
  /** The diagram is edited together: the shared document as one update of Yjs. */
  | { type: 'shared'; incarnation: string; state: Uint8Array }
  /** Others have changed the shared document. */
  | { type: 'shared-update'; update: Uint8Array }
  /** Whether the others get the changes of this user at once. */
  | { type: 'connection'; isOnline: boolean }
  /** A version was stored beside the shared document. */
  | { type: 'saved-beside'; by: string }
  /** The shared document was made anew: the frame answers by `load-theirs` or `reload`. */
  | { type: 'shared-replaced' }
  /** The diagram is edited alone from now on. */
  | { type: 'shared-ended'; reason: string }
  /** A navigation: the frame answers by `close`, or `stay` to prevent it. */
  | { type: 'leave' }

/** From frame to host. */
export type FrameMessage =
  | { type: 'ready'; protocol: number }
  | {
      type: 'save'
      /** Counts up from 1. A later save supersedes an unsent one. */
      save: number
      /** A changed name stores a new diagram. */
      name: string
      /** Base version of the attachment; 0 for a new diagram. */
      version: number
      document: DiagramDocument
      /** PNG data URL of the first page at scale 1; empty where the browser cannot draw one. */
      image: string
      /** The first page as an SVG element. */
      html: string
      thenClose: boolean
      /** Its changes were passed on to the shared document, which is saved in its place. */
      isShared?: boolean
    }
  /** Stored on this device until saved. `isShared`: its changes were passed on to the shared document. */
  | { type: 'autosave'; document: DiagramDocument; version: number; isShared?: boolean }
  | { type: 'dirty'; isDirty: boolean }
  /** Leaves, and removes the stored copy on `discard`. */
  | { type: 'close'; discard: boolean }
  /** Asks for a link that shows the stored diagram outside of the wiki. */
  | { type: 'embed' }
  /** Copies what is drawn to a page; pictures as in `save`. */
  | { type: 'copy'; name: string; document: DiagramDocument; image: string; html: string }
  /** The pending question was dismissed. */
  | { type: 'stay' }
  /** Answer to a conflict: loads theirs; mine stays on this device. */
  | { type: 'load-theirs'; document: DiagramDocument; version: number }
  /** Loads the diagram again; there is nothing to keep. */
  | { type: 'reload' }
  /** This user has changed the shared document. */
  | { type: 'shared-update'; update: Uint8Array }
  /** The diagram is edited alone from now on. */
  | { type: 'alone' }
  /** Selected objects, for the others. */
  | { type: 'selection'; page: string; ids: readonly string[] }
  /** The offered copy was refused, or restored; an earlier one is offered next. */
  | { type: 'discard-recovered' }
  | { type: 'restored' }
  | { type: 'find-pages'; request: number; words: string }
  /** A page by id; answered by `found-pages`, empty when it is gone or forbidden. */
  | { type: 'find-page'; request: number; contentId: string }
  | { type: 'find-attachments'; request: number; contentId: string | null }
  | { type: 'find-diagrams'; request: number; words: string }
  /** A diagram by the id of its attachment, with its pages; answered by `found-diagrams`, empty if gone or hidden. */
  | { type: 'find-diagram'; request: number; contentId: string }
  /** Adds the pages of a document to another diagram; answered by `page-copied`. */
  | { type: 'copy-page'; request: number; contentId: string; document: DiagramDocument }
  /** Gives the stored diagram another name; answered by `renamed`. */
  | { type: 'rename'; request: number; name: string }

type Check = (value: unknown) => boolean
const text: Check = value => typeof value === 'string'
const number: Check = value => typeof value === 'number' && Number.isFinite(value)
const flag: Check = value => typeof value === 'boolean'
const flagOrNone: Check = value => value === undefined || flag(value)
const object: Check = value => typeof value === 'object' && value !== null && !Array.isArray(value)
const list: Check = value => Array.isArray(value)
// Of another window, whose classes are others.
const bytes: Check = value => Object.prototype.toString.call(value) === '[object Uint8Array]'
const orNull =
  (check: Check): Check =>
  value =>
    value === null || check(value)
const oneOf =
  (...values: string[]): Check =>
  value =>
    typeof value === 'string' && values.includes(value)

/** Checks of all messages' fields; typed to be complete. */
type Shapes<Message extends { type: string }> = {
  [Type in Message['type']]: { [Field in Exclude<keyof Extract<Message, { type: Type }>, 'type'>]-?: Check }
}

const HOST_SHAPES: Shapes<HostMessage> = {
  load: {
    name: text,
    pageTitle: text,
    document: object,
    version: number,
    pinned: orNull(number),
    edited: orNull(number),
    diagramPage: orNull(text),
    isReadOnly: flag,
    isEmbeddable: flag,
    canCopy: flag,
    theme: oneOf('light', 'dark', 'system'),
    templates: orNull(text),
    report: list,
    recovered: orNull(object),
  },
  saved: { save: number, name: text, version: number, at: number },
  'save-failed': { save: number, message: text, isOffline: flag },
  'name-refused': { save: number, message: text },
  conflict: { save: number, conflict: object },
  'found-pages': { request: number, pages: list },
  'found-attachments': { request: number, attachments: list },
  'found-diagrams': { request: number, diagrams: list },
  renamed: { request: number, name: text },
  'page-copied': { request: number, name: text, url: text },
  'request-failed': { request: number, message: text },
  people: { people: list, selections: list },
  shared: { incarnation: text, state: bytes },
  'shared-update': { update: bytes },
  connection: { isOnline: flag },
  'saved-beside': { by: text },
  'shared-replaced': {},
  'shared-ended': { reason: text },
  leave: {},
}

const FRAME_SHAPES: Shapes<FrameMessage> = {
  ready: { protocol: number },
  save: {
    save: number,
    name: text,
    version: number,
    document: object,
    image: text,
    html: text,
    thenClose: flag,
    isShared: flagOrNone,
  },
  autosave: { document: object, version: number, isShared: flagOrNone },
  dirty: { isDirty: flag },
  close: { discard: flag },
  embed: {},
  copy: { name: text, document: object, image: text, html: text },
  stay: {},
  'load-theirs': { document: object, version: number },
  reload: {},
  'shared-update': { update: bytes },
  alone: {},
  selection: { page: text, ids: list },
  'discard-recovered': {},
  restored: {},
  'find-pages': { request: number, words: text },
  'find-page': { request: number, contentId: text },
  'find-attachments': { request: number, contentId: orNull(text) },
  'find-diagrams': { request: number, words: text },
  'find-diagram': { request: number, contentId: text },
  'copy-page': { request: number, contentId: text, document: object },
  rename: { request: number, name: text },
}

/** The used part of an event. */
export type Arrival = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>

/** Parses a host message; undefined for other sources or unknown ones. */
export function readHostMessage(event: Arrival, from: { origin: string; source: unknown }): HostMessage | undefined {
  return read<HostMessage>(event, from, HOST_SHAPES)
}

/** Parses a frame message; undefined for other sources or unknown ones. */
export function readFrameMessage(event: Arrival, from: { origin: string; source: unknown }): FrameMessage | undefined {
  return read<FrameMessage>(event, from, FRAME_SHAPES)
}

function read<Message extends { type: string }>(
  { data, origin, source }: Arrival,
  from: { origin: string; source: unknown },
  shapes: Readonly<Record<string, Readonly<Record<string, Check>>>>,
): Message | undefined {
  if (origin !== from.origin || source === null || source !== from.source) return undefined
  if (typeof data !== 'object' || data === null) return undefined
  const message = data as Readonly<Record<string, unknown>>
  const type = message['type']
  if (message['tag'] !== TAG || typeof type !== 'string' || !Object.hasOwn(shapes, type)) return undefined
  const fits = Object.entries(shapes[type] ?? {}).every(([field, check]) => check(message[field]))
  return fits ? (data as Message) : undefined
}

/** Sends a message to the other side, of our own origin. */
export function send(target: Pick<Window, 'postMessage'>, message: HostMessage | FrameMessage, origin: string): void {
  target.postMessage({ ...message, tag: TAG }, origin)
}
