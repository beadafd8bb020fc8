import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content: ContentTable
    content_version: ContentVersionTable
    version_author: VersionAuthorTable
    content_link: ContentLinkTable
    /** Names of the macros in the current text, in lower case. */
    content_macro: { content_id: number; name: string }
    content_render: ContentRenderTable
    edit_draft: EditDraftTable
    awaited_parent: AwaitedParentTable
    former_title: FormerTitleTable
    restriction: RestrictionTable
    guard_link: { guard_id: number; link_id: number }
  }
}

export type ContentType = 'page' | 'blogpost' | 'comment' | 'attachment'
export type ContentStatus = 'current' | 'draft' | 'trashed'

/** Pages, blog posts, comments and attachments share one id sequence, as clients of the REST interface expect. */
export interface ContentTable {
  id: Generated<number>
  type: ContentType
  status: ContentStatus
  space_id: number
  /** Parent page, or for a comment the comment that it answers. */
  parent_id: number | null
  /** The page or post that a comment or attachment belongs to. */
  container_id: number | null
  title: string
  /** Folded title; unique among the current pages of a space. */
  title_key: string
  /** Fractional index among the siblings, ordered by bytes. */
  position: string
  /** Number of the current version. */
  version: number
  creator_id: number | null
  created_at: number
  updater_id: number | null
  updated_at: number
  /** The nearest page at or above with a view restriction; for comments and attachments that of their container. */
  guard_id: number | null
  /** `YYYY/MM/DD` of a blog post, in the site's time zone when it was created. */
  posting_day: string | null
  trashed_at: number | null
  trashed_by: number | null
}

/** Every version with its whole text; the current one too. A draft has one row, overwritten by each save. */
export interface ContentVersionTable {
  content_id: number
  number: number
  author_id: number | null
  at: number
  message: string
  minor: number
  title: string
  /** Storage format; for attachments empty. */
  storage: string
}

/** Users besides the author of a version whose changes it published. */
export interface VersionAuthorTable {
  content_id: number
  number: number
  account_id: number
}

/** References of a page, so that renames find it and backlinks are a query. */
export interface ContentLinkTable {
  id: Generated<number>
  from_id: number
  /** `page`, `blogpost`, `attachment`, `content`, `space`, `user` or `url`. */
  kind: string
  /** Space of a target named by title, else null. */
  space_id: number | null
  /** Folded title, attachment name, user key or address. */
  target_key: string
  /** Target named by its id, or the container of a named attachment. */
  target_id: number | null
}

/** Rendered HTML stored with the version that it was made from. */
export interface ContentRenderTable {
  content_id: number
  mode: string
  version: number
  html: string
  /** JSON: what else the HTML depends on. */
  dependencies: string
}

/** Unpublished changes of one user, on top of a published page. */
export interface EditDraftTable {
  content_id: number
  account_id: number
  /** Version on which the edit began. */
  base_version: number
  title: string
  storage: string
  updated_at: number
}

/** Title that a page or post has had in a space. */
export interface FormerTitleTable {
  content_id: number
  space_id: number
  /** Folded title. */
  title_key: string
}

/** Parent in the trash of a page that was restored before it. */
export interface AwaitedParentTable {
  content_id: number
  parent_id: number
  /** Position among the parent's children. */
  position: string
}

/** Users and groups who may see (`read`) or edit (`update`) content, when not everyone in the space may. */
export interface RestrictionTable {
  id: Generated<number>
  content_id: number
  operation: 'read' | 'update'
  account_id: number | null
  group_id: number | null
}

/** User or group that a restriction lets in. Exactly one of the two is set. */
export type RestrictionSubject = Pick<RestrictionTable, 'account_id' | 'group_id'>
