import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    agent_client: AgentClientTable
    agent_connection: AgentConnectionTable
  }
}

/** A program that has registered. It proves nothing: anyone can register any name. */
export interface AgentClientTable {
  /** Random; not a secret. */
  id: string
  name: string
  /** JSON list of the addresses to which users may be returned. */
  redirect_uris: string
  created_at: number
  /** End of the registration; each use of an approved one moves it. */
  expires_at: number
  /** 1 once a user has allowed it. */
  is_approved: number
}

/** That a user lets a program use the wiki. Secrets are SHA-256 hashes. */
export interface AgentConnectionTable {
  id: Generated<number>
  account_id: number
  client_id: string
  scope: 'read' | 'write'
  redirect_uri: string
  code_hash: string
  /** PKCE: SHA-256 of the verifier, in Base64url. */
  code_challenge: string
  created_at: number
  /** Null until the code was exchanged. */
  connected_at: number | null
  last_used_at: number | null
  /** End of the code, then of the refresh token. */
  expires_at: number
  /** Of the part that all refresh tokens of the connection share. */
  family_hash: string | null
  /** Of the refresh token that is valid now. */
  refresh_hash: string | null
  access_hash: string | null
  access_expires_at: number | null
}
