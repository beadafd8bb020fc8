import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, looseInteger } from '#platform/wire.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'

const TAG = 'highlighting'

export const panelItems = endpoint({
  method: 'GET',
  path: '/rest/highlighting/1.0/panel-items',
  tag: TAG,
  summary: 'Actions on selected text that a page offers to the reader',
  query: z.object({ pageId: contentId }),
  response: z.array(z.object({ key: z.string(), label: z.string(), styleClass: z.string() })),
})

/** Selected text of a page. */
const selected = {
  pageId: contentId,
  selectedText: z.string().min(1).max(10_000),
  /** Which of its occurrences is meant, from 0. */
  index: looseInteger,
  /** Occurrences that the reader saw. */
  numMatches: looseInteger,
  /** When the reader got the page, epoch milliseconds. */
  lastFetchTime: looseInteger,
}

/** Storage format that is put into the page. */
const fragment = z.string().min(1)

export const insertFragment = endpoint({
  method: 'POST',
  path: '/rest/highlighting/1.0/insert-storage-fragment',
  tag: TAG,
  summary: 'Insert storage format after a selected text of a page; false when the text is not found',
  body: z.object({ ...selected, xmlModification: fragment }).loose(),
  bodyLimit: CONTENT_BODY_LIMIT,
  response: z.boolean(),
})

/** One cell of the column; programs send the text under either name. */
const cell = z
  .object({ rowIndex: looseInteger, xmlModification: fragment.optional(), xmlInsertion: fragment.optional() })
  .loose()
export type CellModification = z.output<typeof cell>

export const insertColumn = endpoint({
  method: 'POST',
  path: '/rest/highlighting/1.0/insert-storage-column-table',
  tag: TAG,
  summary: 'Append storage format to cells of one column of the table that holds a selected text',
  body: z
    .object({ ...selected, tableColumnIndex: looseInteger, cellModifications: z.array(cell).min(1).max(1000) })
    .loose(),
  bodyLimit: CONTENT_BODY_LIMIT,
  response: z.boolean(),
})
