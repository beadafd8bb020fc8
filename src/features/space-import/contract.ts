import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { looseBoolean, pageSchema, pagingQuery } from '#platform/wire.ts'
import { IMPORT_COUNTS, IMPORT_STATES } from './shared.ts'

const tag = 'space-imports'
export type ImportState = (typeof IMPORT_STATES)[number]
export type ImportCount = (typeof IMPORT_COUNTS)[number]

/** An export that was uploaded, and what became of it. Times are epoch milliseconds. */
export const spaceImport = z.object({
  id: z.string(),
  state: z.enum(IMPORT_STATES),
  /** User name of who uploaded it. */
  owner: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  createTime: z.number(),
  finishTime: z.number().nullable(),
  percentageComplete: z.number(),
  spaces: z.array(z.object({ key: z.string(), name: z.string() })),
  counts: z.array(z.object({ what: z.enum(IMPORT_COUNTS), number: z.number() })),
  /** Parts that could not be imported as they were, in the reader's language. */
  remarks: z.array(z.string()),
  /** Further remarks, which are not told. */
  moreRemarks: z.number(),
  errorMessage: z.string().nullable(),
})
export type SpaceImportView = z.output<typeof spaceImport>

const path = '/rest/oxbow/1.0/space-imports'

export const uploadSpaceExport = endpoint({
  method: 'POST',
  path,
  tag,
  encoding: 'bytes',
  summary: 'Imports the spaces of an export of Confluence, a zip file that is the body, in the background',
  query: z.object({
    filename: z.string().min(1).max(255),
    /** The key that the space gets here, for an export of one space. */
    key: z.string().max(255).optional(),
    /** Whether people who have no account here get one that may sign in, once they have set a password. */
    enableUsers: looseBoolean.optional(),
    /** IANA name of the time zone of the server that wrote the export. */
    timeZone: z.string().max(64).optional(),
    /** Address of the wiki that was exported: links to it become links to this wiki. */
    baseUrl: z.string().max(2000).optional(),
    /** The token of the session, where no header can be sent. */
    atl_token: z.string().max(255).optional(),
  }),
  status: 202,
  response: spaceImport,
})

export const listSpaceImports = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'Exports that were uploaded, the newest first',
  query: z.object(pagingQuery()),
  response: pageSchema(spaceImport),
})
