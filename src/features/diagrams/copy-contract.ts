import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import {
  clampedInteger,
  commaList,
  contentId,
  emptyAsAbsent,
  expandQuery,
  looseBoolean,
  looseInteger,
} from '#platform/wire.ts'
import { LIMITS } from '#diagrams/model/document.ts'
import { diagramName, diagramVersion } from './contract.ts'
import { GLIFFY_REST } from './names.ts'

/** The calls of Gliffy's dialog "Copy To". */
const TAG = 'diagrams'

const optionalText = (most: number) => emptyAsAbsent(z.string().max(most).optional())

/** The document of an open editor, by `model/validate.ts`, with its picture and its drawing. */
const openDiagram = z
  .object({
    /** PNG data URL at scale 1; empty where the browser cannot draw one. */
    image: z
      .string()
      .regex(/^(?:data:image\/png;base64,[\w+/=]*)?$/, 'must be a PNG data URL')
      .optional(),
    html: z.string().optional(),
  })
  .loose()

export const saveDiagramAs = endpoint({
  method: 'POST',
  path: `${GLIFFY_REST}/diagrams/saveas/:sourcePageId/:sourceDiagramName`,
  tag: TAG,
  summary:
    'Stores a copy of a diagram under another name and shows it: on a page (default that of the original), or on a new one; without a body as it is stored, else as an open editor sends it',
  params: z.object({ sourcePageId: contentId, sourceDiagramName: diagramName }),
  query: z.object({
    sourceDiagramVersion: diagramVersion,
    targetPageId: emptyAsAbsent(contentId.optional()),
    /** Key of the space of a new page. */
    space: optionalText(255),
    /** Another name of `space`. */
    targetSpaceKey: optionalText(255),
    targetDiagramName: z.string().max(1000).default(''),
    /** Title of a new page. */
    targetPageTitle: optionalText(1000),
    /** Whether to return where the copy and its page are edited. */
    includeAlertLinkUrlParams: emptyAsAbsent(looseBoolean.default(false)),
  }),
  bodyLimit: 3 * LIMITS.bytes,
  body: openDiagram.optional(),
  response: z.object({
    pageTitle: z.string(),
    spaceName: z.string(),
    /** Relative to the wiki's base URL, as the others. */
    targetPageUrl: z.string(),
    editTargetDiagramUrl: z.string().optional(),
    editTargetPageUrl: z.string().optional(),
  }),
})

const targetSpace = z.object({ key: z.string(), name: z.string() })
export type TargetSpace = z.output<typeof targetSpace>

/** Longest words of a search. */
const MAX_TERM = 200

export const copyTargetSpaces = endpoint({
  method: 'GET',
  path: `${GLIFFY_REST}/spaces`,
  tag: TAG,
  summary: 'Spaces in which one may create pages, by name: all, or those whose name or key matches',
  query: z.object({
    searchTerm: z.string().max(MAX_TERM).default(''),
    start: emptyAsAbsent(looseInteger.pipe(z.number().min(0).max(1e6)).optional()),
    limit: clampedInteger({ least: 1, most: 100, otherwise: 20 }),
    /** Without `start`: a page of `limit` spaces, from 0. */
    page: clampedInteger({ least: 0, most: 1e6, otherwise: 0 }),
  }),
  response: z.object({ spaces: z.array(targetSpace), totalCount: z.number() }),
})

const targetPage = z.object({ id: z.string(), title: z.string(), space: targetSpace })
export type TargetPage = z.output<typeof targetPage>

export const copyTargetPages = endpoint({
  method: 'GET',
  path: `${GLIFFY_REST}/page/search`,
  tag: TAG,
  summary: 'Pages that one may edit and attach diagrams to: by words of their title, or the last changed ones',
  query: z.object({
    searchTerm: z.string().max(MAX_TERM).default(''),
    start: clampedInteger({ least: 0, most: 1e5, otherwise: 0 }),
    limit: clampedInteger({ least: 1, most: 100, otherwise: 5 }),
    /** Its space is always there. */
    expand: expandQuery,
    spaceKeys: commaList.refine(keys => keys.length <= 50, 'at most 50 spaces'),
  }),
  response: z.object({ results: z.array(targetPage) }),
})
