import type { PropertyColumns } from '#platform/server/properties.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_property: ContentPropertyTable
  }
}

interface ContentPropertyTable extends PropertyColumns {
  content_id: number
}
