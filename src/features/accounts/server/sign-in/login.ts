import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { viewerOf, type Account } from '../viewer.ts'
import type { Authenticator } from './authentication.ts'
import { sessionOptions, setSessionCookie } from './cookies.ts'
import { createSession } from './sessions.ts'
import { signInProofs, type SignInProof } from '../extension-points.ts'

/** How a sign-in ended; the value of the header `X-Seraph-LoginReason`. */
export type LoginReason = 'OK' | 'AUTHENTICATED_FAILED' | 'AUTHENTICATION_DENIED' | 'AUTHORISATION_FAILED' | 'OUT'

export const LOGIN_REASON = 'x-seraph-loginreason'

export type LoginResult =
  | { reason: 'OK'; account: Account }
  /** More than a password is asked for, and was not given. */
  | { reason: 'PROOF_REFUSED'; proof: SignInProof }
  | { reason: 'AUTHENTICATED_FAILED' | 'AUTHORISATION_FAILED' }
  /** Held back after too many failures. */
  | { reason: 'AUTHENTICATION_DENIED'; retryAfter: string }

/** Checks name and password and, when right, gives the browser a new session. */
export async function logIn(
  app: App,
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply,
  given: { name: string; password: string; remember: boolean },
): Promise<LoginResult> {
  const proof = await proofNeeded(app, authenticator, request, given.name)
  if (proof && !(await proof.isGiven(request))) return { reason: 'PROOF_REFUSED', proof }
  let account: Account | undefined
  try {
    account = await authenticator.checkPassword(given.name, given.password, request.ip)
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) {
      return { reason: 'AUTHENTICATION_DENIED', retryAfter: error.headers['retry-after'] ?? '1' }
    }
    throw error
  }
  if (!account) return { reason: 'AUTHENTICATED_FAILED' }
  if (!(await viewerOf(app, account)).mayUse) return { reason: 'AUTHORISATION_FAILED' }
  setSessionCookie(app, reply, await createSession(app, account, sessionOptions(request, given.remember)))
  return { reason: 'OK', account }
}

/** The proof required for a name after repeated failures, if any. */
export async function proofNeeded(
  app: App,
  authenticator: Authenticator,
  request: FastifyRequest,
  name: string,
): Promise<SignInProof | undefined> {
  const proof = app.extensions.all(signInProofs).find(one => one.isOn())
  return proof && (await authenticator.needsProof(name, request.ip)) ? proof : undefined
}
