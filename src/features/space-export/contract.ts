import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

const tag = 'space-export'
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** An export changes nothing, and is needed most while a wiki is left. */
const CHANGES_NOTHING = { allowedInReadOnlyMode: true } as const

export const beginExport = endpoint({
  method: 'POST',
  path: '/spaces/doexportspace.action',
  tag: 'addresses',
  summary: 'Begins an export of a space; answers with a page whose ajs-pollURI tells how it goes',
  encoding: 'form',
  body: z.object({
    key: z.string().max(255),
    exportType: z.literal('TYPE_XML', 'must be TYPE_XML: spaces are exported as XML alone').default('TYPE_XML'),
    contentOption: z.enum(['all', 'visibleOnly']).default('all'),
    includeComments: z.stringbool().default(false),
  }),
  ...CHANGES_NOTHING,
})

/** An export that was asked for. */
export const spaceExport = z.object({
  id: z.number(),
  space: z.object({ key: z.string(), name: z.string(), url: z.string() }),
  percentageComplete: z.number(),
  /** Over, whether it succeeded or not. */
  complete: z.boolean(),
  successful: z.boolean(),
  /** Address of the file, relative to the site, once it is there. */
  result: z.string().nullable(),
  /** HTML: how it goes, with a link to the file at the end. */
  message: z.string(),
  /** Stored files that are missing or damaged, and not in it. */
  lostFiles: z.number(),
})
export type SpaceExportView = z.output<typeof spaceExport>

export const getSpaceExport = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/space-exports/:id',
  tag,
  summary: 'How an export of a space goes, by whom asked for it',
  params: z.object({ id }),
  response: spaceExport,
})

export const downloadSpaceExport = endpoint({
  method: 'GET',
  path: '/download/export/:id/:name',
  tag,
  summary: 'The file of an export, by whom asked for it',
  params: z.object({ id, name: z.string().max(400) }),
})
