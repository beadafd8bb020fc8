import { StorageSyntaxError } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { factsOf, type ContentRow } from '#features/content-core/server/read.ts'
import type { ContentWriter } from '#features/content-core/server/write.ts'
import { diagramsIn, mayShowDiagrams } from '../macros-shared.ts'
import { replaceUses, type Use } from './references-store.ts'

/** Diagrams that are recorded of one text; further ones are shown, and in no list of uses. */
const MOST_USES = 1000
/** Longest name of a file. */
const MOST_NAME = 255

/** Records which diagrams each current text shows. */
export const useWriter: ContentWriter = {
  async stored(tx, { app }, row, { storage, before }) {
    if (row.status !== 'current' || row.type === 'attachment') return
    if (before === 'none' && !mayShowDiagrams(storage)) return
    await recordUses(tx, app, row, storage)
  },
}

/** Brings the rows of a text's diagrams in line with it. */
export async function recordUses(
  tx: WriteTransaction,
  app: App,
  row: Pick<ContentRow, 'id' | 'container_id'>,
  storage: string,
): Promise<void> {
  const pageId = row.container_id ?? row.id
  await replaceUses(tx, row.id, pageId, mayShowDiagrams(storage) ? await usesIn(app, row.id, pageId, storage) : [])
}

async function usesIn(app: App, contentId: number, pageId: number, storage: string): Promise<Use[]> {
  try {
    const found = new Map<string, Use>()
    for (const { ownerPageId, name, version = 0 } of diagramsIn((await factsOf(app, storage)).macros, pageId)) {
      const use = { ownerId: ownerPageId, name: name.normalize('NFC'), version }
      // No file has a longer name.
      if (use.name.length <= MOST_NAME) found.set(JSON.stringify(use), use)
    }
    return [...found.values()].slice(0, MOST_USES)
  } catch (error) {
    if (!(error instanceof StorageSyntaxError)) throw error
    app.log.warn({ contentId, err: error }, 'the diagrams of a text that cannot be read are not recorded')
    return []
  }
}
