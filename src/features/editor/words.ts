/** Words that both halves write; keys of i18n. */
import type { EditorView } from './contract.ts'

/** What the title field is called. Callers of the old product look for these very words. */
export function titleLabel(view: Pick<EditorView, 'type'>): string {
  return view.type === 'page' ? 'Page Title' : 'Blog post title'
}

/** Title of the browser's tab while something is edited. */
export function editorHeading(view: Pick<EditorView, 'type' | 'isNew' | 'title'>): string {
  if (!view.isNew) return view.type === 'page' ? 'Edit page' : 'Edit blog post'
  return view.type === 'page' ? 'New page' : 'New blog post'
}
