import type { ServerFeature } from '#platform/server/app.ts'
import { migrations } from './migrations.ts'

/** Exports of spaces and sites of the old product become spaces of this wiki. */
export const spaceImportFeature: ServerFeature = {
  name: 'space-import',
  migrations,
  register() {},
}
