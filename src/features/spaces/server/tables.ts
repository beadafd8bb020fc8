import type { Generated } from 'kysely'
import type { PropertyColumns } from '#platform/server/properties.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    space: SpaceTable
    space_permission: SpacePermissionTable
    space_property: SpacePropertyTable
    space_favourite: { account_id: number; space_id: number; at: number }
  }
}

export interface SpaceTable {
  id: Generated<number>
  /** As its creator wrote it, e.g. `DOC` or `~jane`. */
  key: string
  /** Lower-case key; unique. */
  key_fold: string
  name: string
  /** Lower-case name, for the order of the directory and for finding. */
  name_fold: string
  type: 'global' | 'personal'
  /** `deleting` while a background job empties it: such a space is nowhere to be seen. */
  status: 'current' | 'archived' | 'deleting'
  /** Plain text. */
  description: string
  home_page_id: number | null
  /** The user whose personal space it is. */
  owner_id: number | null
  creator_id: number | null
  /** The logo, a square WebP; null for the picture of all spaces. Personal spaces show their owner's picture. */
  logo_sha256: string | null
  created_at: number
  updated_at: number
}

/** One grant. Exactly one of account and group is set, or neither for anonymous visitors. */
export interface SpacePermissionTable {
  id: Generated<number>
  space_id: number
  account_id: number | null
  group_id: number | null
  permission: string
}

/** Properties that programs keep with a space: JSON under a key. */
export interface SpacePropertyTable extends PropertyColumns {
  space_id: number
}
