import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    shortcut: ShortcutTable
    menu_user_data: MenuUserDataTable
  }
}

/** A link that administrators have put into the app switcher, or among those related to a space. */
export interface ShortcutTable {
  id: Generated<number>
  /** Null for the app switcher of the whole wiki. */
  space_id: number | null
  label: string
  url: string
  description: string
  hidden: number
  /** JSON: names of the groups that see it; none: everybody. */
  allowed_groups: string
}

/** Values that front ends remember of a user. */
export interface MenuUserDataTable {
  account_id: number
  key: string
  value: string
}
