import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { editorMacro } from './contract.ts'

/** For short texts, in a file that loads with their editor; with a page, the editor gets the macros at once. */
export const listMacros = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/macros',
  tag: 'editor',
  summary: 'Macros that the editor offers, or whose body it edits',
  response: z.object({ macros: z.array(editorMacro) }),
})
