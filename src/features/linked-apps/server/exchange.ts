import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { CALLBACK_PATH } from '../shared.ts'
import { addressesOf } from './oauth.ts'
import { failed, jsonOf, send } from './send.ts'
import type { LinkedApplicationRow } from './store.ts'

/** Tokens from an application for a code or a refresh token. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** The application does not know the code or the refresh token, or not any more (RFC 6749, 5.2). */
export class InvalidGrantError extends Error {
  override name = 'InvalidGrantError'
}

const MAX_TOKEN = 10_000
const answer = z.object({
  access_token: z.string().min(1).max(MAX_TOKEN),
  refresh_token: z.string().max(MAX_TOKEN).optional(),
  expires_in: z.coerce.number().positive().catch(3600),
})
const refusal = z.object({ error: z.string() })
const sites = z.array(z.object({ id: z.string().max(200), url: z.string() })).max(1000)

/** Exchanges the code that a browser brought back. @throws InvalidGrantError, HttpError 502 */
export function exchangeCode(
  app: App,
  application: LinkedApplicationRow,
  { code, verifier }: { code: string; verifier: string },
): Promise<Tokens> {
  return askForTokens(app, application, { grant_type: 'authorization_code', code, code_verifier: verifier })
}

/** Exchanges a refresh token; what comes may hold another one. @throws InvalidGrantError, HttpError 502 */
export async function refreshTokens(app: App, application: LinkedApplicationRow, token: string): Promise<Tokens> {
  const tokens = await askForTokens(app, application, { grant_type: 'refresh_token', refresh_token: token })
  return { ...tokens, refreshToken: tokens.refreshToken || token }
}

async function askForTokens(
  app: App,
  application: LinkedApplicationRow,
  fields: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const body = new URLSearchParams({
    ...fields,
    client_id: application.client_id,
    client_secret: application.client_secret,
    // Data Center compares it when a token is refreshed, too.
    redirect_uri: `${app.baseUrl}${CALLBACK_PATH}`,
  })
  const reply = await send(app, application, {
    method: 'POST',
    url: addressesOf(application).token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })
  if (reply.status >= 500) throw failed(application.name, reply.status)
  if (reply.status >= 400) {
    const { data } = refusal.safeParse(jsonOf(reply))
    if (data?.error === 'invalid_grant' || data?.error === 'unauthorized_client')
      throw new InvalidGrantError(data.error)
  }
  const { data } = answer.safeParse(reply.status === 200 ? jsonOf(reply) : undefined)
  if (!data) {
    throw new HttpError(502, '{{name}} gave no access: the client id or the secret of the link may be wrong', {
      values: { name: application.name },
    })
  }
  return {
    accessToken: data.access_token,
    refreshToken: data.refresh_token ?? '',
    expiresAt: Date.now() + data.expires_in * 1000,
  }
}

/**
 * Id of an application's site at Atlassian; empty for Data Center.
 * @throws HttpError 502 where the user has not chosen that site
 */
export async function siteIdOf(app: App, application: LinkedApplicationRow, accessToken: string): Promise<string> {
  const { sites: url } = addressesOf(application)
  if (url === undefined) return ''
  const reply = await send(app, application, {
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { data = [] } = sites.safeParse(jsonOf(reply))
  const site = data.find(each => URL.parse(each.url)?.origin === new URL(application.rpc_url).origin)
  if (!site) {
    throw new HttpError(502, 'The approval is not for {{name}}: choose that site when Atlassian asks', {
      values: { name: application.name },
    })
  }
  return site.id
}
