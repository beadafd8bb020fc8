/**
 * Contents of an export as data, in the export's own terms: users as it names them, times as the clock of its server
 * showed them, texts in the format that they were written in. Reading it changes nothing and asks nothing of this wiki.
 */
import type { StagedBody } from './staging-store.ts'

/** How an export names a user: by a key, by a user name (older ones), or by an id of the cloud's. */
export interface NamedPerson {
  userKey?: string | undefined
  username?: string | undefined
  accountId?: string | undefined
}

/** Time such as `2016-05-10 17:04:43.120`; undefined if the export has none. */
export type ShownTime = string | undefined

/** A user who liked, watches or saved something. */
export interface ExportedMark {
  person: NamedPerson | undefined
  at: ShownTime
}

export interface ExportedVersion {
  /** Ascends from version to version. */
  number: number
  author: NamedPerson | undefined
  at: ShownTime
  message: string
  title: string
  /** Reads the text: a page may have thousands of versions. */
  body(): StagedBody | undefined
}

/** Numbers of former versions that are left out since they were never published, or were deleted. */
export interface LeftOut {
  drafts: number
  deleted: number
}

/** Common data of pages, posts and comments. */
export interface ExportedContent {
  id: string
  creator: NamedPerson | undefined
  createdAt: ShownTime
  /** Oldest first; the last one is current. */
  versions: readonly ExportedVersion[]
  leftOut: LeftOut
}

export interface ExportedComment extends ExportedContent {
  /** The comment that it answers, which comes before it. */
  parentId: string | undefined
  place: ExportedPlace
  likes: readonly ExportedMark[]
}

/** Place of a thread of comments: below the content, or at a text in it. */
export interface ExportedPlace {
  isInline: boolean
  markerRef: string | null
  selection: string | null
  status: string | undefined
  resolvedBy: NamedPerson | undefined
  /** Epoch milliseconds, or as the clock showed it. */
  resolvedAt: number | ShownTime
}

export interface ExportedFile {
  id: string
  title: string
  creator: NamedPerson | undefined
  createdAt: ShownTime
  /** Oldest first; the last one is current. */
  versions: readonly ExportedFileVersion[]
  leftOut: LeftOut
  comments: readonly ExportedComment[]
  labels: readonly ExportedLabel[]
}

export interface ExportedFileVersion {
  number: number | undefined
  author: NamedPerson | undefined
  at: ShownTime
  /** Path of its bytes in the archive; undefined if they are not there. */
  path: string | undefined
  mediaType: string
  comment: string
  isMinor: boolean
}

export interface ExportedLabel extends ExportedMark {
  name: string
  prefix: 'global' | 'my' | 'team'
}

/** Holder of a permission, or of a place in a restriction. */
export type ExportedHolder =
  | { kind: 'anonymous' }
  | { kind: 'group'; name: string }
  | { kind: 'person'; person: NamedPerson }

/** Users and groups who alone may see or edit a page. */
export interface ExportedRestriction {
  operation: 'read' | 'update'
  holders: readonly ExportedHolder[]
}

export interface ExportedPage extends ExportedContent {
  type: 'page' | 'blogpost'
  status: string
  parentId: string | undefined
  files: readonly ExportedFile[]
  comments: readonly ExportedComment[]
  /** Comments and files that are not imported. */
  leftOutOn: LeftOutOn
  labels: readonly ExportedLabel[]
  restrictions: readonly ExportedRestriction[]
  likes: readonly ExportedMark[]
  watches: readonly ExportedMark[]
  saved: readonly ExportedMark[]
  /** Values of programs, by keys. */
  properties: ReadonlyMap<string, string>
}

/** Numbers of comments and files of a page that are in the trash, and of comments that were never published. */
export interface LeftOutOn {
  deletedComments: number
  draftComments: number
  deletedFiles: number
}

export interface ExportedTemplate {
  name: string
  description: string
  body: StagedBody
  labels: readonly ExportedLabel[]
}

export interface ExportedSpace {
  id: string
  /** Ids of all spaces of the key: some exports have several of one. */
  ids: readonly string[]
  key: string
  name: string
  creator: NamedPerson | undefined
  createdAt: ShownTime
  description: StagedBody | undefined
  isArchived: boolean
  homePageId: string | undefined
  /** Its categories have the prefix `team`. */
  labels: readonly ExportedLabel[]
  saved: readonly ExportedMark[]
}

/** A permission of the export, by the name that it has there. */
export interface ExportedGrant {
  permission: string
  holder: ExportedHolder
}
