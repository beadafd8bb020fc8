import type { ErrorText } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, HttpError, parsed } from '#platform/server/http/errors.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'
import { contentsById } from '#features/content-core/server/read.ts'
import { labelName, type LabelName } from '#features/labels/server/index.ts'
import { findSpace } from '#features/spaces/server/index.ts'
import { reportParameters, type ReportParameters } from '../contract.ts'
import { sortColumnOf } from '../shared.ts'
import type { ReportFilter, ReportOrder } from './store/report.ts'

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const USER_KEY = /^[0-9a-f]{32}$/
const CURRENT_USER = 'currentuser()'
/** Names of spaces that represent all of them. */
const EVERYWHERE = /^(?:@all|\*)$/i

/** The request of a report, and its errors. */
export interface AskedReport {
  filter: ReportFilter
  order: ReportOrder
  problems: readonly ErrorText[]
}

/** Reads the JSON of a request. @throws HttpError 400 */
export function readReportParameters(json: string | undefined): ReportParameters {
  let value: unknown
  try {
    value = JSON.parse(json ?? '{}')
  } catch {
    throw badRequest('must be JSON', { field: 'reportParameters', forPrograms: true })
  }
  return parsed(reportParameters, 'reportParameters', value)
}

/** Whether a report says of which tasks it is: a macro that says nothing would show those of the whole wiki. */
export function isChosen({ spaces, pages, labels, assignees, creators }: ReportParameters): boolean {
  return [spaces, pages, labels, assignees, creators].some(names => given(names).length > 0)
}

/**
 * Finds what report parameters name. Names that lead nowhere are problems, not errors: the rest of the report is shown.
 */
export async function askedReport(ctx: Context, parameters: ReportParameters): Promise<AskedReport> {
  const problems: ErrorText[] = []
  const problem: Report = (key, values) => void problems.push({ key, values })
  const date = (text: string | null | undefined): string | undefined => {
    if (!text?.trim()) return undefined
    const day = text.trim()
    if (DATE.test(day) && !Number.isNaN(Date.parse(day))) return day
    problem('“{{date}}” is no date: write it as YYYY-MM-DD.', { date: day })
    return undefined
  }
  const place = await placeOf(ctx, parameters, problem)
  const assigneeIds = await accountIds(ctx, parameters.assignees, problem)
  const creatorIds = await accountIds(ctx, parameters.creators, problem)
  const labels = labelsOf(given(parameters.labels), problem)
  const createdFrom = date(parameters.createddateFrom)
  const createdTo = date(parameters.createddateTo)
  const dueFrom = date(parameters.duedateFrom)
  const dueTo = date(parameters.duedateTo)
  const text = parameters.text?.trim()
  return {
    filter: {
      status: parameters.status ?? 'incomplete',
      ...(place && { place }),
      ...(labels && { labels }),
      ...(assigneeIds && { assigneeIds }),
      ...(creatorIds && { creatorIds }),
      ...(createdFrom !== undefined && { createdFrom: Date.parse(createdFrom) }),
      ...(createdTo !== undefined && { createdBefore: Date.parse(createdTo) + DAY_MS }),
      ...(dueFrom !== undefined && { dueFrom }),
      ...(dueTo !== undefined && { dueTo }),
      ...(text && { text }),
    },
    order: { column: sortColumnOf(parameters.sortColumn ?? undefined), reverse: parameters.reverseSort ?? false },
    problems,
  }
}

type Report = (key: string, values: Record<string, string>) => void

function given(names: readonly (string | null)[] | undefined): string[] {
  return [...new Set((names ?? []).flatMap(name => name?.trim() || []))]
}

async function placeOf(
  ctx: Context,
  { spaces, pages }: ReportParameters,
  problem: Report,
): Promise<ReportFilter['place']> {
  const keys = given(spaces)
  const ids = given(pages)
  if ((keys.length === 0 && ids.length === 0) || keys.some(key => EVERYWHERE.test(key))) return undefined
  const spaceIds: number[] = []
  for (const key of keys) {
    const space = await findSpace(ctx, key)
    if (space) spaceIds.push(space.id)
    else problem('There is no space “{{key}}”, or you may not see it.', { key })
  }
  const wanted = ids.filter(id => /^\d{1,15}$/.test(id)).map(Number)
  const found = new Set((await contentsById(ctx, wanted)).map(row => row.id))
  for (const id of ids)
    if (!found.has(Number(id))) problem('There is no page with the id {{id}}, or you may not see it.', { id })
  return { spaceIds, pageIds: [...found] }
}

async function accountIds(
  ctx: Context,
  names: ReportParameters['assignees'],
  problem: Report,
): Promise<number[] | undefined> {
  const wanted = given(names)
  if (wanted.length === 0) return undefined
  const asKey = (name: string) => ({ userKey: USER_KEY.test(name) ? name : undefined })
  const find = await accountsMentioned(
    ctx.app,
    wanted.flatMap(name => [{ username: name }, ...(USER_KEY.test(name) ? [asKey(name)] : [])]),
  )
  const ids: number[] = []
  for (const name of wanted) {
    const id =
      name.toLowerCase() === CURRENT_USER ? ctx.viewer.userId : (find(asKey(name)) ?? find({ username: name }))?.id
    if (typeof id === 'number') ids.push(id)
    else problem('There is no user “{{name}}”.', { name })
  }
  return ids
}

function labelsOf(names: readonly string[], problem: Report): LabelName[] | undefined {
  if (names.length === 0) return undefined
  const found: LabelName[] = []
  for (const name of names) {
    try {
      found.push(labelName(name))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      problem('There is no label “{{name}}”.', { name })
    }
  }
  return found
}

/** {@link askedReport} of a request. @throws HttpError 400 that names all that is wrong */
export async function requireReport(ctx: Context, parameters: ReportParameters): Promise<AskedReport> {
  const asked = await askedReport(ctx, parameters)
  if (asked.problems.length > 0) throw badRequest('Unable to show this task report.', { errors: asked.problems })
  return asked
}
