import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { badRequest, conflict, HttpError } from '#platform/server/http/errors.ts'
import { setting } from '#platform/server/settings.ts'
import {
  allApplications,
  applicationById,
  linkApplication,
  type LinkedApplicationRow,
  relocateApplication,
  requireApplication,
  unlinkApplication,
} from '#features/linked-apps/server/index.ts'
import { APPLICATION_TYPES } from '#features/linked-apps/shared.ts'
import { readServerId } from '#features/site-info/server/index.ts'
import type { ApplicationLinkInput, CreateLinkInput } from '../contract.ts'
import { administers, type Credentials, linkThere, manifestAt, reciprocate } from './remote.ts'
import { linksOfSpace, settlePrimaryLink, spacesLinkedTo } from './store.ts'

/** Features that administrators have switched on, by their names. */
const linkFeatures = setting('application-links.features', z.array(z.string()), [])
const MAX_FEATURES = 100

/** Links an application without asking it anything. @throws HttpError 400, 409 */
export function addLink(ctx: Context, { id, ...input }: ApplicationLinkInput): Promise<LinkedApplicationRow> {
  if (id === readServerId(ctx.app)) throw conflict('This is the wiki itself')
  return linkApplication(ctx, { ...input, id: id ?? undefined, clientId: '', clientSecret: '' })
}

/** Links an application, or changes what is linked under its id. @returns whether it was linked anew */
export async function putApplicationLink(
  ctx: Context,
  input: ApplicationLinkInput,
): Promise<{ row: LinkedApplicationRow; isNew: boolean }> {
  const before = input.id ? await applicationById(ctx.app.database.read, input.id) : undefined
  if (!before) return { row: await addLink(ctx, input), isNew: true }
  if (before.type_id !== input.typeId) throw badRequest('must be that of the link', { field: 'body.typeId' })
  return { row: await relocateApplication(ctx, before.id, input), isNew: false }
}

/**
 * Links an application as its form says: asks it for its id where it answers, and links this wiki there if asked.
 * @throws HttpError 400 where what is there is of another type, or linked, or refuses; 409; 502 or 504
 */
export async function createApplicationLink(ctx: Context, input: CreateLinkInput): Promise<LinkedApplicationRow> {
  const { app } = ctx
  const link = input.applicationLink
  if (input.configFormValues?.shareUserbase || input.configFormValues?.trustEachOther)
    throw badRequest('The wiki does not trust other applications: leave this off', { field: 'body.configFormValues' })
  if (input.orphanedTrust) throw badRequest('There is no trust without a link', { field: 'body.orphanedTrust' })
  const linked = await allApplications(app.database.read)
  if (linked.some(row => row.rpc_url === link.rpcUrl))
    throw badRequest('An application with this address is linked already', { field: 'body.applicationLink.rpcUrl' })
  const found = await manifestAt(app, link.rpcUrl).catch(ignoreSilence)
  if (found && found.typeId !== link.typeId && link.typeId !== 'generic')
    throw badRequest('The application at this address is of another type', { field: 'body.applicationLink.typeId' })
  if (input.createTwoWayLink) await linkBack(app, link.rpcUrl, input)
  return addLink(ctx, { ...link, id: z.uuid().safeParse(found?.id).data })
}

/** An application may be linked before it runs. */
function ignoreSilence(error: unknown): undefined {
  if (!(error instanceof HttpError)) throw error
}

async function linkBack(app: App, url: string, input: CreateLinkInput): Promise<void> {
  const status = await linkThere(app, url, input, {
    id: readServerId(app),
    name: app.settings.get(siteTitle),
    typeId: 'confluence',
    displayUrl: app.baseUrl,
    rpcUrl: input.customRpcURL && input.rpcUrl !== '' ? input.rpcUrl : app.baseUrl,
    isPrimary: false,
  })
  if (status === 401 || status === 403) throw noAdministrator()
  if (status >= 300) {
    throw new HttpError(502, 'The application did not link this wiki ({{status}}): nothing was changed', {
      values: { status },
    })
  }
}

const noAdministrator = () =>
  badRequest('The name or the password is wrong, or not of an administrator there', { field: 'body.password' })

/** @throws HttpError 400 if the user does not administer the application at an address; 502 or 504 */
export async function verifyAdministrator(app: App, url: string, who: Credentials): Promise<void> {
  if (!(await administers(app, url, who))) throw noAdministrator()
}

/** @throws HttpError 404; 400 where another type of application answers; 409 where none does, unless `force` */
export async function relocate(ctx: Context, id: string, url: string, force: boolean): Promise<void> {
  const before = await requireApplication(ctx.app.database.read, id)
  let found
  try {
    found = await manifestAt(ctx.app, url)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (!force) throw conflict('No application answers at this address', { field: 'query.newUrl', cause: error })
  }
  if (found && found.typeId !== before.type_id && before.type_id !== 'generic') {
    throw badRequest('The application there is {{found}}, and the linked one {{linked}}', {
      field: 'query.newUrl',
      values: { found: wordsOf(found.typeId), linked: APPLICATION_TYPES[before.type_id] },
    })
  }
  await relocateApplication(ctx, id, { rpcUrl: url })
}

function wordsOf(type: string): string {
  return Object.entries(APPLICATION_TYPES).find(([name]) => name === type)?.[1] ?? type
}

/** Unlinks an application, and this wiki there first if asked. @throws HttpError 404, 502, 504; NotApprovedError */
export async function unlink(ctx: Context, id: string, both: boolean): Promise<void> {
  const { database } = ctx.app
  const row = await requireApplication(database.read, id)
  if (both) await reciprocate(ctx, row, { method: 'DELETE', path: `/applicationlink/${readServerId(ctx.app)}` })
  const spaces = await spacesLinkedTo(database.read, id)
  await unlinkApplication(ctx, id)
  await database.transaction(async tx => {
    for (const spaceId of spaces) {
      const types = new Set((await linksOfSpace(tx.db, spaceId)).map(each => each.type_id))
      for (const type of types) await settlePrimaryLink(tx, spaceId, type)
    }
  })
}

export function isFeatureOn({ settings }: Pick<App, 'settings'>, name: string): boolean {
  return settings.get(linkFeatures).includes(name)
}

/** Switches a feature on or off. @throws HttpError 400 when too many are on */
export async function switchFeature({ app, viewer }: Context, name: string, on: boolean): Promise<void> {
  await app.database.transaction(async tx => {
    const others = app.settings.get(linkFeatures).filter(each => each !== name)
    if (on && others.length >= MAX_FEATURES)
      throw badRequest('At most {{most}} features can be switched on', { values: { most: MAX_FEATURES } })
    await app.settings.set(tx, linkFeatures, on ? [...others, name] : others, viewer.userId)
  })
}
