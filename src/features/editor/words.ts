/** Editor texts of server and browser; i18n keys. */
import type { EditorView } from './contract.ts'

/** Label of the title field. Clients of the old product match it. */
export function titleLabel(view: Pick<EditorView, 'type'>): string {
  return view.type === 'page' ? 'Page Title' : 'Blog post title'
}

/** Tab title while editing. */
export function editorHeading(view: Pick<EditorView, 'type' | 'isNew' | 'title'>): string {
  if (!view.isNew) return view.type === 'page' ? 'Edit page' : 'Edit blog post'
  return view.type === 'page' ? 'New page' : 'New blog post'
}
