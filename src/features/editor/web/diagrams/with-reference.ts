import { changeMacro } from '#language/editor/index.ts'
import { writeReference, type DiagramReference } from '#features/diagrams/reference-shared.ts'

/** Parameters that say how a diagram is shown. */
const SHOWN = ['version', 'size', 'border', 'chrome', 'pagePin'] as const

/** A diagram's macro that shows it otherwise; parameters that are defaults go, all others stay as they are. */
export function withReference(source: string, reference: DiagramReference, currentPageId: number): string {
  const written = writeReference(reference, currentPageId)
  return SHOWN.reduce((changed, name) => changeMacro(changed, name, written[name]), source)
}
