import { isBox } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import { macrosOf } from '#features/content-core/server/render.ts'

/** Names of the macros whose body is edited; the same as in the editor. */
export function boxNames(app: App): ReadonlySet<string> {
  return new Set(macrosOf(app).flatMap(macro => (isBox(macro) ? macro.declaration.name : [])))
}
