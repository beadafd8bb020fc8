import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

/** A macro that the insert menus offer, or whose body the editor edits. */
export const editorMacro = z.object({
  /** `ac:name` of the storage format. */
  name: z.string(),
  /** In the reader's language. */
  title: z.string(),
  /** Search words of the insert menus, separated by blanks; null for a macro that they do not offer. */
  keywords: z.string().nullable(),
  /** Parameters of a new macro. */
  parameters: z.record(z.string(), z.string()),
  /** Whether its body is edited, as a box; any other macro is shown as a whole. */
  isBox: z.boolean(),
  hasTitle: z.boolean(),
})
export type EditorMacro = z.output<typeof editorMacro>

/** For short texts; with a page, the editor gets them at once. */
export const listMacros = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/macros',
  tag: 'editor',
  summary: 'Macros that the editor offers, or whose body it edits',
  response: z.object({ macros: z.array(editorMacro) }),
})
