import type { FastifyRequest } from 'fastify'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Markup } from '#platform/server/http/markup.ts'
import type { Translate } from './pages/texts.ts'

/** What a person proves, beside the password, after repeated failures to sign in. */
export interface SignInProof {
  /** Text for who has not proven it. */
  readonly refusal: string
  isOn(): boolean
  /** Judges what the request carries; called once for each try. */
  isGiven(request: FastifyRequest): Promise<boolean>
  /** Its part of the sign-in form. */
  field(t: Translate): Markup
}
export const signInProofs = extensionPoint<SignInProof>('accounts.sign-in-proofs')
