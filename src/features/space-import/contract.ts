import { z } from 'zod'
import { endpoint, type ResponseOf } from '#platform/contract.ts'
import { looseBoolean, pageSchema, pagingQuery } from '#platform/wire.ts'
import {
  IMPORT_EFFECTS,
  IMPORT_KINDS,
  IMPORT_STATES,
  IMPORT_TOPICS,
  isWebAddress,
  PERSON_ACTIONS,
  PERSON_MATCHES,
} from './shared.ts'

const tag = 'space-imports'
export type ImportState = (typeof IMPORT_STATES)[number]
export type ImportKind = (typeof IMPORT_KINDS)[number]
export type ImportTopic = (typeof IMPORT_TOPICS)[number]
export type ImportEffect = (typeof IMPORT_EFFECTS)[number]
export type PersonAction = (typeof PERSON_ACTIONS)[number]
export type PersonMatch = (typeof PERSON_MATCHES)[number]

/**
 * How many things of a kind the export has, how many of them arrived, how many of those not as they were, and how many
 * were left out. Once all of an import is there, those that arrived and those left out are all.
 */
const count = z.object({
  what: z.enum(IMPORT_KINDS),
  source: z.number(),
  arrived: z.number(),
  changed: z.number(),
  skipped: z.number(),
})
export type ImportCount = z.output<typeof count>

/** A space of an export. */
const space = z.object({
  /** Its key in the export. */
  key: z.string(),
  /** The key that it gets here. */
  target: z.string(),
  name: z.string(),
  /** Whether it is to be imported. */
  isChosen: z.boolean(),
  /** Why it cannot be imported under that key, in the reader's language; null while the import cannot be started. */
  problem: z.string().nullable(),
  /** Whether a space of that key was imported from an earlier export, and can be brought up to date. */
  canUpdate: z.boolean(),
  counts: z.array(count),
})
export type AnalysedSpace = z.output<typeof space>

/** An import, and what became of it. Times are epoch milliseconds. */
export const spaceImport = z.object({
  id: z.string(),
  origin: z.enum(['upload', 'command', 'restore']),
  state: z.enum(IMPORT_STATES),
  /** False if the process that imports has not been heard of for a minute. */
  isAlive: z.boolean(),
  /** Whether the export is kept, so that the import can be begun again. */
  canGoOn: z.boolean(),
  /** User name of who began it. */
  owner: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  createTime: z.number(),
  finishTime: z.number().nullable(),
  percentageComplete: z.number(),
  /** Spaces that were imported, or are being. */
  spaces: z.array(z.object({ key: z.string(), name: z.string() })),
  /** Of all spaces together. */
  counts: z.array(count),
  /** Remarks on what did not arrive as it was. */
  remarks: z.number(),
  errorMessage: z.string().nullable(),
})
export type SpaceImportView = z.output<typeof spaceImport>

const options = {
  /** Whether people who have no account here get one that may sign in, once they have set a password. */
  enableUsers: looseBoolean.optional(),
  /** Whether spaces that were imported from an earlier export are brought up to date. */
  update: looseBoolean.optional(),
  /** IANA name of the time zone of the server that wrote the export; empty for what the export says. */
  timeZone: z.string().max(64).optional(),
  /** Address of the wiki that was exported: links to it become links to this wiki. Empty for none. */
  baseUrl: z
    .string()
    .max(2000)
    .refine(
      text => text === '' || isWebAddress(text),
      'must be an http or https address, such as https://wiki.example.org',
    )
    .optional(),
}

const path = '/rest/oxbow/1.0/space-imports'
const one = `${path}/:id`
const params = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

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
    ...options,
    /** Whether the export is only read, so that spaces and people can be chosen before the import is started. */
    review: looseBoolean.optional(),
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
  summary: 'Imports of exports, by upload, command or restore, the newest first',
  query: z.object(pagingQuery()),
  response: pageSchema(spaceImport),
})

export const getSpaceImport = endpoint({
  method: 'GET',
  path: one,
  tag,
  summary: 'An import, with the spaces of its export and what they hold',
  params,
  response: spaceImport.extend({
    analysis: z.object({ spaces: z.array(space) }).nullable(),
    options: z.object({ enableUsers: z.boolean(), update: z.boolean(), timeZone: z.string(), baseUrl: z.string() }),
  }),
})
export type SpaceImportDetails = ResponseOf<typeof getSpaceImport>

export const checkImportKey = endpoint({
  method: 'GET',
  path: `${one}/key`,
  tag,
  summary: 'Why a space of an export cannot be imported under a key, if it cannot',
  params,
  query: z.object({
    /** Key of the space in the export. */
    space: z.string().min(1).max(255),
    target: z.string().min(1).max(255),
  }),
  /** In the reader's language. */
  response: z.object({ problem: z.string().nullable(), canUpdate: z.boolean() }),
})

export const startSpaceImport = endpoint({
  method: 'POST',
  path: `${one}/start`,
  tag,
  summary: 'Starts an import that was reviewed, or goes on with one that was cancelled or has failed',
  params,
  body: z.object({
    /** The spaces that are imported, by their keys in the export; where left out, those chosen before, else all. */
    spaces: z
      .array(z.object({ key: z.string().min(1).max(255), target: z.string().min(1).max(255) }))
      .min(1)
      .max(10_000)
      .optional(),
    ...options,
  }),
  status: 202,
  response: spaceImport,
})

export const cancelSpaceImport = endpoint({
  method: 'POST',
  path: `${one}/cancel`,
  tag,
  summary: 'Cancels an import. What was imported stays; spaces that are not whole are seen by administrators alone',
  params,
  body: z.object({}).optional(),
  response: spaceImport,
})

export const deleteSpaceImport = endpoint({
  method: 'DELETE',
  path: one,
  tag,
  summary: 'Removes an import that does not run from the list, with its report and the export; its spaces stay',
  params,
  status: 204,
})

/** A user or group of an export, and what it becomes here. */
const person = z.object({
  kind: z.enum(['user', 'group']),
  /** By which the export names it: a user key, an id of the cloud, a user name, or the name of a group. */
  source: z.string(),
  name: z.string(),
  displayName: z.string(),
  email: z.string(),
  action: z.enum(PERSON_ACTIONS),
  matchedBy: z.enum(PERSON_MATCHES).nullable(),
  /** Name of the user or group here; null for one that is made or left out. */
  target: z.string().nullable(),
  outcome: z.enum(['matched', 'created', 'skipped']).nullable(),
})
export type ImportPerson = z.output<typeof person>

const peopleFilter = {
  kind: z.enum(['user', 'group']).default('user'),
  action: z.enum(PERSON_ACTIONS).optional(),
  /** Is in the name, the full name or the address. */
  words: z.string().max(255).default(''),
}

export const listImportPeople = endpoint({
  method: 'GET',
  path: `${one}/people`,
  tag,
  summary: 'Users or groups of an export, by name, and what they become here',
  params,
  query: z.object({ ...pagingQuery(50), ...peopleFilter }),
  response: pageSchema(person),
})

export const changeImportPerson = endpoint({
  method: 'PUT',
  path: `${one}/people`,
  tag,
  summary: 'Chooses what a user or group of an export becomes here, before the import is started',
  params,
  body: z.object({
    kind: z.enum(['user', 'group']),
    source: z.string().min(1).max(255),
    action: z.enum(PERSON_ACTIONS),
    /** Name of the user or group here, for `match`. */
    target: z.string().max(255).optional(),
  }),
  response: person,
})

export const importPeopleCsv = endpoint({
  method: 'GET',
  path: `${one}/people.csv`,
  tag,
  summary: 'All users and groups of an export and what they become here, as comma-separated values',
  params,
})

export const uploadImportPeople = endpoint({
  method: 'POST',
  path: `${one}/people.csv`,
  tag,
  encoding: 'bytes',
  summary: 'Chooses what users and groups become here, by the changed file of the call that lists them',
  params,
  query: z.object({ atl_token: z.string().max(255).optional() }),
  response: z.object({ changed: z.number() }),
})

export const importReport = endpoint({
  method: 'GET',
  path: `${one}/report`,
  tag,
  summary: 'Counts of an import: of each space, of users and groups, and of remarks by topic and subject',
  params,
  response: z.object({
    spaces: z.array(
      z.object({
        key: z.string(),
        sourceKey: z.string(),
        name: z.string(),
        isDone: z.boolean(),
        counts: z.array(count),
        remarks: z.number(),
      }),
    ),
    /** Of what belongs to no space. */
    site: z.object({ counts: z.array(count), remarks: z.number() }),
    people: z.array(
      z.object({
        kind: z.enum(['user', 'group']),
        source: z.number(),
        matched: z.number(),
        created: z.number(),
        skipped: z.number(),
        unused: z.number(),
      }),
    ),
    /** Numbers of stored remarks. */
    topics: z.array(z.object({ topic: z.enum(IMPORT_TOPICS), effect: z.enum(IMPORT_EFFECTS), number: z.number() })),
    /** Subjects of remarks, such as unknown macros, with their numbers: the most frequent ones first. */
    subjects: z.array(z.object({ topic: z.enum(IMPORT_TOPICS), subject: z.string(), number: z.number() })),
  }),
})
export type ImportReportView = ResponseOf<typeof importReport>

const remark = z.object({
  id: z.string(),
  /** Key of the space; null for what belongs to none. */
  space: z.string().nullable(),
  topic: z.enum(IMPORT_TOPICS),
  effect: z.enum(IMPORT_EFFECTS),
  subject: z.string().nullable(),
  /** The page or post that it is about, if it is still there. */
  page: z.object({ id: z.string(), title: z.string(), url: z.string() }).nullable(),
  /** In the reader's language. */
  text: z.string(),
})
export type ImportRemark = z.output<typeof remark>

const remarkFilter = {
  /** Key of the space here. */
  space: z.string().max(255).optional(),
  topic: z.enum(IMPORT_TOPICS).optional(),
  effect: z.enum(IMPORT_EFFECTS).optional(),
  subject: z.string().max(255).optional(),
}

export const listImportRemarks = endpoint({
  method: 'GET',
  path: `${one}/remarks`,
  tag,
  summary: 'Remarks of an import on what did not arrive as it was',
  params,
  query: z.object({ ...pagingQuery(50), ...remarkFilter }),
  response: pageSchema(remark),
})

export const importRemarksCsv = endpoint({
  method: 'GET',
  path: `${one}/remarks.csv`,
  tag,
  summary: 'Remarks of an import as comma-separated values (RFC 4180, UTF-8)',
  params,
  query: z.object(remarkFilter),
})

export const importCountsCsv = endpoint({
  method: 'GET',
  path: `${one}/counts.csv`,
  tag,
  summary: 'Counts of an import by space and kind as comma-separated values (RFC 4180, UTF-8)',
  params,
})

export const importReportJson = endpoint({
  method: 'GET',
  path: `${one}/report.json`,
  tag,
  summary: 'The whole report of an import as a file: counts and all remarks that are stored',
  params,
})
