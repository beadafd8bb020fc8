import type { App } from '#platform/server/app.ts'
import { storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { readerTexts } from './texts.ts'

const MOST_TEXT = 600

/**
 * The beginnings of texts as their readers see them, by the id of the content.
 * @param mostStorage a longer storage format, in characters, is not read; all are without it
 */
export async function beginningsOf(
  app: App,
  rows: readonly ContentRow[],
  mostStorage = Number.POSITIVE_INFINITY,
): Promise<Map<number, string>> {
  const storages = [...(await storageOf(app, rows))].filter(([, storage]) => storage.length <= mostStorage)
  const texts = await readerTexts(
    app,
    storages.map(([, storage]) => storage),
  )
  return new Map(storages.map(([id], index) => [id, beginningOf(texts[index] ?? '')]))
}

function beginningOf(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).trimEnd()}…` : text
}
