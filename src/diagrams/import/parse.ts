import { FORMAT, type DiagramDocument } from '../model/document.ts'
import { readDocument } from '../model/validate.ts'
import type { Approximation, Imported } from './contract.ts'
import { importDrawio } from './drawio/import.ts'
import { importGliffy } from './gliffy/import.ts'

export type Origin = 'oxbow' | 'gliffy' | 'drawio'

/** A diagram as its file holds it. */
export interface ReadDiagram {
  document: DiagramDocument
  origin: Origin
  report: readonly Approximation[]
}

/** Whether a file that begins so can be a diagram. JSON may hold its keys in any order, so an object is looked into. */
export function mayBeDiagram(head: string): boolean {
  const start = head.replace(/^\ufeff/, '').trimStart()
  return start.startsWith('{') || (start.startsWith('<') && /<(?:mxfile|mxGraphModel)\b/.test(start))
}

/**
 * Reads a diagram of whatever program; undefined when the text is no diagram.
 * @throws ImportError or DiagramError when it is one but cannot be read
 */
export async function parseDiagram(text: string): Promise<ReadDiagram | undefined> {
  if (OURS.test(text)) return { document: readDocument(text), origin: 'oxbow', report: [] }
  const foreign = FOREIGN.find(({ signs }) => signs.test(text))
  return foreign && { ...(await foreign.read(text)), origin: foreign.origin }
}

/** By content alone: files of Gliffy bear all sorts of types. Quotation marks within texts are escaped, so no text in a file can match. */
const OURS = new RegExp(`"format"\\s*:\\s*"${FORMAT}"`)

interface ForeignFormat {
  origin: Exclude<Origin, 'oxbow'>
  signs: RegExp
  read(text: string): Imported | Promise<Imported>
}
/** Files of other programs that are shown as they are and taken over when they are saved. */
const FOREIGN: readonly ForeignFormat[] = [
  { origin: 'gliffy', signs: /"contentType"\s*:\s*"application\/gliffy\+json"/, read: importGliffy },
  { origin: 'drawio', signs: /^[^{]{0,4000}<(?:mxfile|mxGraphModel|mxlibrary)\b/, read: importDrawio },
]
