import { changeMacro } from '#language/editor/index.ts'
import { rewriteDiagrams } from '#features/diagrams/macros-shared.ts'
import { writeReference, type DiagramReference } from '#features/diagrams/reference-shared.ts'
import { rewriteSource } from '../tiptap/sources.ts'

/** Parameters that say how a diagram is shown. */
const SHOWN = ['version', 'size', 'border', 'chrome', 'pagePin'] as const

/** A diagram's macro that shows it otherwise; parameters that are defaults go, all others stay as they are. */
export function withReference(source: string, reference: DiagramReference, currentPageId: number): string {
  if (reference.macro) return asReference(source, reference, currentPageId)
  const written = writeReference(reference, currentPageId)
  return SHOWN.reduce((changed, name) => changeMacro(changed, name, written[name]), source)
}

/** A diagram's macro that shows another diagram, or the same otherwise. */
export function asReference(source: string, reference: DiagramReference, currentPageId: number): string {
  return rewriteSource(source, document => rewriteDiagrams(document, currentPageId, () => reference).document)
}
