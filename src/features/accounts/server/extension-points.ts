import type { ReactElement } from 'react'
import type { FastifyRequest } from 'fastify'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Reader } from '#platform/view/reader.ts'
import type { TokenScope } from '../contract.ts'

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

/** Removes what an account has in another feature, in the transaction that deletes the account. */
export type RemoveBelongings = (tx: WriteTransaction, accountId: number) => Promise<unknown>
export const accountBelongings = extensionPoint<RemoveBelongings>('accounts.belongings')

/** Access tokens that another feature issues for one call, beside personal access tokens. */
export interface TokenIssuer {
  /** First characters of its tokens, which no other tokens begin with. */
  readonly prefix: string
  /** Path of the call that accepts its tokens. All others refuse them. */
  readonly path: string
  /** `WWW-Authenticate` for requests of that call without a valid token; undefined while it issues none. */
  challenge(): string | undefined
  /** The unexpired token whose `hashSecret` this is. */
  find(hash: string): Promise<IssuedToken | undefined>
}
export interface IssuedToken {
  readonly accountId: number
  readonly scope: TokenScope
  /** Epoch milliseconds. */
  readonly expiresAt: number | null
}
export const tokenIssuers = extensionPoint<TokenIssuer>('accounts.token-issuers')
