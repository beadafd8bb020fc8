import type { RenderMode } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { asAnonymous } from '#features/accounts/server/index.ts'

/** The forms of a body that are made for reading. */
export const VIEWS = ['view', 'export_view', 'styled_view', 'anonymous_export_view'] as const
export type View = (typeof VIEWS)[number]

/** Whether a representation of a body is one that is made for reading. */
export function isView(name: string): name is View {
  return (VIEWS as readonly string[]).includes(name)
}

/**
 * For whom a view is rendered, and how. The view for everybody, `anonymous_export_view`, shows other pages to every
 * reader as visitors who have not signed in see them.
 */
export async function viewFor(ctx: Context, view: View): Promise<{ reader: Context; mode: RenderMode }> {
  return view === 'anonymous_export_view'
    ? { reader: await asAnonymous(ctx), mode: 'export_view' }
    : { reader: ctx, mode: view }
}
