import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    sidebar_link: SidebarLinkTable
    sidebar_option: SidebarOptionTable
  }
}

/** Main links and shortcuts of spaces. Settings ("advanced") are no rows: they follow from what the reader may do. */
export interface SidebarLinkTable {
  id: Generated<number>
  space_id: number
  link_group: 'main' | 'quick'
  /** Fractional index within the group, ordered by bytes. */
  position: string
  hidden: number
  /** Of main links: `pages` or `blogs`. */
  collector_key: string
  /** A shortcut leads to a content, or to a space, or to an address. */
  content_id: number | null
  target_space_id: number | null
  url: string
  /** The words of who added it; empty for the title of what it leads to. */
  title: string
}

/** Spaces without a row have the defaults. */
export interface SidebarOptionTable {
  space_id: number
  nav_type: 'page-tree' | 'pages'
  quick_links_state: 'show' | 'hide'
  page_tree_state: 'show' | 'hide'
  /** Storage format. */
  custom_content: string
}
