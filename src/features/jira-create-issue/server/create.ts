import { z } from 'zod'
import { element, serialiseNodes } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, conflict, HttpError } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { readersText } from '#platform/error-text.ts'
import {
  afterSelection,
  type Change,
  changeSelection,
  inColumn,
  mayChangeSelection,
} from '#features/highlight/server/index.ts'
import type { LinkedApplicationRow } from '#features/linked-apps/server/index.ts'
import { JIRA_MACRO } from '#features/jira-macros/shared.ts'
import type { CreateField, CreationInput, NewIssue, Place } from '../contract.ts'
import { fieldsOf } from './metadata.ts'
import { contentOf, type CreateSite } from './site.ts'

/** Characters of what Jira says about an issue that it refuses. */
const MOST_MESSAGE = 500

const createdSchema = z.object({
  key: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*-\d+$/i)
    .max(300),
})
const refusalSchema = z.object({
  errorMessages: z.array(z.string()).catch([]),
  errors: z.record(z.string(), z.string()).catch({}),
})

interface CreatedIssue {
  readonly issue: NewIssue
  readonly key: string
}

interface Creation {
  readonly created: readonly CreatedIssue[]
  readonly errors: { summary: string; message: string }[]
}

/**
 * Creates issues in Jira, one after the other, and shows them in a page. Before it creates any, it looks whether the
 * page can be changed.
 * @throws HttpError 400 for missing values, 403, 404, 409 if the page was changed, 502, 504
 */
export async function createAll(ctx: Context, site: CreateSite, input: CreationInput) {
  const { place, issues } = input
  if (
    place &&
    !(await mayChangeSelection(
      ctx,
      place,
      await changeBy(
        ctx,
        site,
        place,
        issues.map(issue => ({ issue, key: 'X-1' })),
      ),
    ))
  )
    throw conflict('The selected text was not found in the page. Reload it and try again')
  const { created, errors } = await createEach(ctx, site, input)
  return {
    created: created.map(({ issue, key }) => ({ key, url: addressOf(site.application, key), summary: issue.summary })),
    errors,
    isPlaced: place ? created.length > 0 && (await placed(ctx, site, place, created)) : null,
  }
}

function addressOf({ display_url }: LinkedApplicationRow, key: string): string {
  return `${display_url}/browse/${encodeURIComponent(key)}`
}

/** Issues exist in Jira by now: a page that cannot be changed any more fails nothing. */
async function placed(
  ctx: Context,
  site: CreateSite,
  place: Place,
  created: readonly CreatedIssue[],
): Promise<boolean> {
  try {
    return await changeSelection(ctx, place, await changeBy(ctx, site, place, created))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    ctx.app.log.info({ err: error, pageId: place.pageId }, 'New issues could not be shown in their page')
    return false
  }
}

function changeBy(
  { app }: Context,
  { application }: CreateSite,
  { column }: Place,
  created: readonly CreatedIssue[],
): Promise<Change> {
  if (column === undefined) return afterSelection(app, created.map(({ key }) => macroOf(application, key)).join(''))
  return inColumn(
    app,
    column,
    created.map(({ issue: { row = 0 }, key }) => ({ rowIndex: row, xmlModification: macroOf(application, key) })),
  )
}

/** The macro of an issue, with a space before it. The summary is beside it. */
function macroOf({ id, name }: LinkedApplicationRow, key: string): string {
  const parameters = Object.entries({ server: name, serverId: id, key, showSummary: 'false' })
  return ` ${serialiseNodes([
    element(
      'ac:structured-macro',
      { 'ac:name': JIRA_MACRO },
      parameters.map(([parameter, value]) => element('ac:parameter', { 'ac:name': parameter }, [value])),
    ),
  ])}`
}

async function createEach(ctx: Context, site: CreateSite, input: CreationInput): Promise<Creation> {
  const { projectKey, issueTypeId, issues, description, values } = input
  const form = await fieldsOf(ctx.app, site, { projectKey, issueTypeId })
  if (form.description === 'required' && description.trim() === '')
    throw badRequest('is required', { field: 'description' })
  const usual = {
    project: { key: projectKey },
    issuetype: { id: issueTypeId },
    ...(form.description !== 'none' && description.trim() !== '' && { description }),
    ...Object.fromEntries(form.fields.map(field => [field.id, valueOf(site, field, values[field.id])])),
  }
  const names = new Map(form.fields.map(({ id, name }) => [id, name]))
  const created: CreatedIssue[] = []
  const errors: { summary: string; message: string }[] = []
  for (const issue of issues) {
    try {
      const { status, json } = await site.ask({
        method: 'POST',
        path: '/rest/api/2/issue',
        body: { fields: { ...usual, summary: issue.summary.replaceAll(/\s+/g, ' ') } },
      })
      if (status === 400) errors.push({ summary: issue.summary, message: refusalOf(json, names) })
      else {
        const answer = { status: status === 201 ? 200 : status, json }
        created.push({ issue, key: contentOf(site, createdSchema, answer).key })
      }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (created.length === 0 && errors.length === 0) throw error
      // The next ones would wait and fail likewise.
      const message = readersText(readerOf(ctx).t, error.status, error.text)
      const left = issues.slice(created.length + errors.length)
      return { created, errors: [...errors, ...left.map(({ summary }) => ({ summary, message }))] }
    }
  }
  return { created, errors }
}

/** The words of Jira about an issue that it refuses, in the language of its user there. */
function refusalOf(json: unknown, names: ReadonlyMap<string, string>): string {
  const { data } = refusalSchema.safeParse(json)
  const fields = Object.entries(data?.errors ?? {}).map(([id, message]) => {
    const name = names.get(id)
    return name === undefined || message.includes(name) ? message : `${name}: ${message}`
  })
  return [...(data?.errorMessages ?? []), ...fields].join(' ').slice(0, MOST_MESSAGE)
}

/** A value as Jira takes it. @throws HttpError 400 if it is missing or none of the field */
export function valueOf(
  { application }: Pick<CreateSite, 'application'>,
  { id, name, kind, options }: CreateField,
  given: string | readonly string[] | undefined,
): unknown {
  const field = `values.${id}`
  const all = (typeof given === 'string' ? [given] : (given ?? [])).map(each => each.trim()).filter(each => each !== '')
  if (kind === 'other')
    throw badRequest('The field {{field}} can be filled in by {{name}} alone. Create the issue there', {
      values: { field: name, name: application.name },
    })
  const [first] = all
  if (first === undefined) throw badRequest('is required', { field })
  switch (kind) {
    case 'choice':
    case 'choices': {
      if (!all.every(each => options.some(option => option.id === each))) throw badRequest('is no option', { field })
      return kind === 'choice' ? { id: first } : all.map(each => ({ id: each }))
    }
    case 'number': {
      const number = Number(first.replace(',', '.'))
      if (!Number.isFinite(number)) throw badRequest('must be a number', { field })
      return number
    }
    case 'date':
      if (!/^\d{4}-\d\d-\d\d$/.test(first)) throw badRequest('must be a date', { field })
      return first
    case 'labels':
      return all.flatMap(each => each.split(/[\s,]+/)).filter(each => each !== '')
    default:
      return first
  }
}
