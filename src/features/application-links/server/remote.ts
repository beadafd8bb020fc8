import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import {
  AccessRefusedError,
  jsonOf,
  type ApplicationRequest,
  type LinkedApplicationRow,
  NotApprovedError,
  requestAs,
  requestAsNobody,
  send,
  unreadable,
} from '#features/linked-apps/server/index.ts'
import { authorisationPath } from '#features/linked-apps/shared.ts'
import { z } from 'zod'
import { manifest, type Manifest } from '../contract.ts'
import { PERMISSION_CODES, type PermissionCode } from '../shared.ts'

/** Path under which applications answer calls about links. */
const ROOT = '/rest/applinks/1.0'
const MAX_ENTITIES = 1000

const entities = z.object({
  entity: z
    .array(z.object({ key: z.string().max(255), name: z.string().max(255), typeId: z.string().max(100) }))
    .max(MAX_ENTITIES),
})
const permission = z.object({ code: z.enum(PERMISSION_CODES) })

/**
 * The application's description of itself; undefined if the address answers something else.
 * @throws HttpError 502 or 504 where nothing answers, or where the wiki may not ask
 */
export async function manifestAt(app: App, url: string): Promise<Manifest | undefined> {
  const answer = await send(
    app,
    { name: new URL(url).host },
    { method: 'GET', url: `${url}${ROOT}/manifest`, headers: {} },
  )
  const { data } = manifest.safeParse(answer.status === 200 ? jsonOf(answer) : undefined)
  return data
}

/** Asks an application with the rights of the user if a client is set up, else anonymously. @throws HttpError */
function ask({ app, viewer }: Context, application: LinkedApplicationRow, request: ApplicationRequest) {
  return application.client_secret !== '' && viewer.userId !== null
    ? requestAs(app, application, viewer.userId, request)
    : requestAsNobody(app, application, request)
}

/** Entities that an application offers to be linked with spaces. @throws HttpError as `as` asks it */
export async function entitiesOf(ctx: Context, application: LinkedApplicationRow, as: 'user' | 'nobody') {
  const request = { path: `${ROOT}/entities` }
  const { status, json } = await (as === 'user'
    ? ask(ctx, application, request)
    : requestAsNobody(ctx.app, application, request))
  const { data } = entities.safeParse(status === 200 ? json : undefined)
  if (!data) throw unreadable(application.name)
  return data
}

/**
 * Has an application do what is done here, too.
 * @throws HttpError 502 where it refuses; NotApprovedError
 */
export async function reciprocate(
  ctx: Context,
  application: LinkedApplicationRow,
  request: ApplicationRequest & { method: 'PUT' | 'DELETE' },
): Promise<void> {
  const { status } = await ask(ctx, application, { ...request, path: `${ROOT}${request.path}` })
  if (status >= 400) {
    throw new HttpError(502, '{{name}} refused to do the same there ({{status}}): nothing was changed', {
      values: { name: application.name, status },
    })
  }
}

/** Whether an application allows something, by the code that it answers to a check. */
export async function permissionAt(
  ctx: Context,
  application: LinkedApplicationRow,
  path: string,
): Promise<{ code: PermissionCode; url?: string }> {
  const url = `${ctx.app.baseUrl}${authorisationPath(application.id)}`
  if (application.client_secret === '') return { code: 'NO_AUTHENTICATION_CONFIGURED' }
  try {
    const { status, json } = await ask(ctx, application, { path: `${ROOT}/permission/${path}` })
    const { data } = permission.safeParse(status === 200 ? json : undefined)
    if (!data) return { code: 'NO_CONNECTION' }
    return data.code === 'NO_AUTHENTICATION' ? { ...data, url } : data
  } catch (error) {
    if (error instanceof NotApprovedError) return { code: 'CREDENTIALS_REQUIRED', url }
    if (error instanceof AccessRefusedError) return { code: 'AUTHENTICATION_FAILED', url }
    if (error instanceof HttpError) return { code: 'NO_CONNECTION' }
    throw error
  }
}

/** Name and password of a user at another application. */
export interface Credentials {
  username: string
  password: string
}

/**
 * Asks the application at an address with a user's name and password. @returns the status of its answer
 * @throws HttpError 502 or 504
 */
async function requestBy(
  app: App,
  url: string,
  { username, password }: Credentials,
  request: { method: 'GET' | 'PUT'; path: string; body?: unknown },
): Promise<number> {
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  const { status } = await send(
    app,
    { name: new URL(url).host },
    {
      method: request.method,
      url: `${url}${ROOT}${request.path}`,
      headers: {
        authorization: `Basic ${basic}`,
        'x-atlassian-token': 'no-check',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    },
  )
  return status
}

/** Whether the user administers the application at an address. @throws HttpError 502 or 504 */
export async function administers(app: App, url: string, who: Credentials): Promise<boolean> {
  return (await requestBy(app, url, who, { method: 'GET', path: '/authenticationinfo' })) === 200
}

/** Links this wiki at the application of an address. @returns the status of its answer; @throws HttpError 502 or 504 */
export function linkThere(
  app: App,
  url: string,
  who: Credentials,
  link: { id: string } & Readonly<Record<string, unknown>>,
) {
  return requestBy(app, url, who, { method: 'PUT', path: `/applicationlink/${link.id}`, body: link })
}
