import type { ReactElement } from 'react'
import type { FastifyRequest } from 'fastify'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Reader } from '#platform/view/reader.ts'

/** A proof that is required, beside the password, after repeated failures to sign in. */
export interface SignInProof {
  /** Text for who has not proven it. */
  readonly refusal: string
  /** Name of its field in the form, which the refusal of a call names. */
  readonly fieldName: string
  isOn(): boolean
  /** Judges what the request carries; called once for each try. */
  isGiven(request: FastifyRequest): Promise<boolean>
  /** Its part of the sign-in form. */
  field(reader: Reader): ReactElement
}
export const signInProofs = extensionPoint<SignInProof>('accounts.sign-in-proofs')
