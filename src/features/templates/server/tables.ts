import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_template: TemplateTable
    blueprint_index_page: IndexPageTable
  }
}

export interface TemplateTable {
  id: Generated<number>
  /** Null for a template of the site. */
  space_id: number | null
  name: string
  /** Folded: names are unique within their space. */
  name_key: string
  description: string
  /** JSON list of names. */
  labels: string
  storage: string
}

/** The page that lists the pages from a blueprint in a space. */
export interface IndexPageTable {
  space_id: number
  /** The old product's name of the blueprint. */
  blueprint: string
  content_id: number
}
