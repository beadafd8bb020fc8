import { FORMAT, type DiagramDocument } from '../model/document.ts'
import { readDocument } from '../model/validate.ts'
import type { Approximation, Imported } from './contract.ts'
import { importDrawio } from './drawio/import.ts'
import { importGliffy } from './gliffy/import.ts'

export type Origin = 'oxbow' | 'gliffy' | 'drawio'

/** A parsed diagram file. */
export interface ReadDiagram {
  document: DiagramDocument
  origin: Origin
  report: readonly Approximation[]
}

/** Whether a file with this beginning may be a diagram. JSON keys have any order, so any object qualifies. */
export function mayBeDiagram(head: string): boolean {
  const start = head.replace(/^\ufeff/, '').trimStart()
  return start.startsWith('{') || (start.startsWith('<') && /<(?:mxfile|mxGraphModel)\b/.test(start))
}

/**
 * Parses a diagram of any supported program; undefined for other text.
 * @throws ImportError or DiagramError when it cannot be read
 */
export async function parseDiagram(text: string): Promise<ReadDiagram | undefined> {
  if (OURS.test(text)) return { document: readDocument(text), origin: 'oxbow', report: [] }
  const foreign = FOREIGN.find(({ signs }) => signs.test(text))
  return foreign && { ...(await foreign.read(text)), origin: foreign.origin }
}

/** By content: Gliffy files have various types. Quotes within strings are escaped, so no string can match. */
const OURS = new RegExp(`"format"\\s*:\\s*"${FORMAT}"`)

interface ForeignFormat {
  origin: Exclude<Origin, 'oxbow'>
  signs: RegExp
  read(text: string): Imported | Promise<Imported>
}
/** Other programs' formats, shown as they are and converted when saved. */
const FOREIGN: readonly ForeignFormat[] = [
  { origin: 'gliffy', signs: /"contentType"\s*:\s*"application\/gliffy\+json"/, read: importGliffy },
  { origin: 'drawio', signs: /^[^{]{0,4000}<(?:mxfile|mxGraphModel|mxlibrary)\b/, read: importDrawio },
]
