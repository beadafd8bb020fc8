import { versionedProperties } from '#platform/server/properties.ts'
import type {} from './tables.ts'

export const properties = versionedProperties({
  table: 'content_property', owner: 'content_id', noun: 'content', takenStatus: 409,
  missing: 'Cannot find property with key [{{key}}] for content {{name}}',
})
