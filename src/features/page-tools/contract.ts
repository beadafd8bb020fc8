import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, pageSchema, pagingQuery } from '#platform/wire.ts'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { crumb, pagePermissions, person, versionHead } from '#features/content/contract.ts'
import { restrictionsView } from '#features/restrictions/contract.ts'
import { label } from '#features/labels/contract.ts'
import { HISTORY_PAGE_SIZE, LINKS_PAGE_SIZE } from './shared.ts'

/** Calls of the page tool screens. */
const TAG = 'screens'
const params = z.object({ id: contentId })

/** Page facts on every tool screen. */
export const pageHead = z.object({
  id: z.string(),
  type: z.enum(['page', 'blogpost']),
  status: z.enum(['current', 'draft', 'trashed']),
  title: z.string(),
  url: z.string(),
  /** Short address, relative to the site. */
  tinyUrl: z.string(),
  version: z.number(),
  parentId: z.string().nullable(),
  space: z.object({ key: z.string(), name: z.string(), url: z.string(), status: z.string() }),
  ancestors: z.array(crumb),
  permissions: pagePermissions,
  attachmentCount: z.number(),
  /** Visible child pages. */
  childCount: z.number(),
})
export type PageHead = z.output<typeof pageHead>
export const getPageHead = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/head',
  tag: TAG,
  summary: 'A page without its text: place, permissions, counts',
  params,
  response: pageHead,
})

export type VersionHead = z.output<typeof versionHead>
export const listHistory = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/versions',
  tag: TAG,
  summary: 'Versions with their authors, newest first',
  params,
  query: z.object(pagingQuery(HISTORY_PAGE_SIZE)),
  response: pageSchema(versionHead),
})

export const pageInformation = z.object({
  createdBy: person.nullable(),
  createdAt: z.string(),
  updatedBy: person.nullable(),
  updatedAt: z.string(),
  versions: z.number(),
  /** Version authors, most versions first; at most 20. */
  contributors: z.array(z.object({ person: person.nullable(), versions: z.number() })),
  labels: z.array(label),
  restrictions: restrictionsView,
  children: z.array(crumb),
})
export type PageInformation = z.output<typeof pageInformation>
export const getPageInformation = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/information',
  tag: TAG,
  summary: 'Facts about a page',
  params,
  response: pageInformation,
})

/** Linked page. Invisible pages are left out. */
export const pageLink = z.object({
  kind: z.enum(['page', 'blogpost', 'comment', 'url']),
  title: z.string(),
  url: z.string(),
  space: z.object({ key: z.string(), name: z.string() }).nullable(),
})
export type PageLinkEnd = z.output<typeof pageLink>
export const listLinks = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/links',
  tag: TAG,
  summary: 'Pages that link here (incoming), or pages and addresses that the page links to (outgoing)',
  params,
  query: z.object({ direction: z.enum(['incoming', 'outgoing']).default('incoming'), ...pagingQuery(LINKS_PAGE_SIZE) }),
  response: pageSchema(pageLink),
})

// Form posts of documents without script.
const form = { method: 'POST', encoding: 'form', tag: 'addresses', status: 302 } as const
export const removePageAction = endpoint({
  ...form,
  path: '/pages/doremovepage.action',
  summary: 'Move a page to the trash, alone or with what is below it',
  body: z.object({ pageId: contentId, hierarchy: z.string().max(10).optional() }),
})
export const movePageForm = endpoint({
  ...form,
  path: '/pages/domovepage.action',
  summary: 'Move a page below another one',
  body: z.object({
    pageId: contentId,
    spaceKey: z.string().max(255),
    parentTitle: z.string().max(MAX_TITLE_LENGTH).default(''),
  }),
})
export const copyPageAction = endpoint({
  ...form,
  path: '/pages/docopypage.action',
  summary: 'Copy a page',
  body: z.object({
    idOfPageToCopy: contentId,
    title: z.string().max(MAX_TITLE_LENGTH),
    spaceKey: z.string().max(255),
    parentTitle: z.string().max(MAX_TITLE_LENGTH).default(''),
    attachments: z.string().max(10).optional(),
    labels: z.string().max(10).optional(),
    hierarchy: z.string().max(10).optional(),
    /** `true` leaves out what restricts the source; a checkbox that is not sent must not publish anything. */
    unrestricted: z.string().max(10).optional(),
  }),
})
export const revertPageAction = endpoint({
  ...form,
  path: '/pages/dorevertpagetoversion.action',
  summary: 'Make an older version the current one again',
  body: z.object({ pageId: contentId, version: z.coerce.number().int().min(1) }),
})
