import { randomUUID } from 'node:crypto'
import {
  defaultLimits,
  ensureMacroIds,
  parse,
  serialise,
  StorageSyntaxError,
  wikiMarkupToStorage,
  type DocumentFacts,
} from '#language/index.ts'
import type { WorkerTask } from '#platform/server/workers/task.ts'
import { malformed, remember, type Malformed } from './documents.ts'

export interface ReadBody {
  /** Canonical storage text with an id on each macro. */
  storage: string
  facts: DocumentFacts
}

/** Formats of the sources of a page. */
export type Format = 'storage' | 'wiki'

export const readSourceTask: WorkerTask<{ source: string; format: Format }, ReadBody | Malformed> = {
  name: 'content.read-source',
  run({ source, format }) {
    try {
      return readSource(format === 'wiki' ? wikiMarkupToStorage(source) : source)
    } catch (error) {
      return malformed(error)
    }
  },
}

/** The empty body. */
export const noBody = (): ReadBody => readSource('')

function readSource(source: string): ReadBody {
  const document = ensureMacroIds(parse(source), randomUUID)
  const storage = serialise(document)
  // Ids of macros and entities make it longer: it has to be one that is read again.
  if (storage.length > defaultLimits.size)
    throw new StorageSyntaxError(`The text is longer than ${defaultLimits.size} characters`, 1, 1)
  return { storage, facts: remember(storage, document).facts }
}
