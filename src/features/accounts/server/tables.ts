import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    account: AccountTable
    account_group: { id: Generated<number>; name: string; name_key: string; description: string; created_at: number }
    /** Folded words by which accounts are found as one types; kind as in `users/words.ts`. */
    account_word: { word: string; kind: number; account_id: number }
    membership: { group_id: number; account_id: number }
    session: SessionTable
    access_token: AccessTokenTable
    password_reset: { token_hash: string; account_id: number; expires_at: number; used_at: number | null }
    global_permission: PermissionTable
  }
}

export interface AccountTable {
  id: Generated<number>
  /** 32 hex digits: the user's id on the wire. */
  user_key: string
  username: string
  /** Folded user name; unique. */
  username_key: string
  display_name: string
  email: string
  /** Folded e-mail address; may be used to sign in when unique. */
  email_key: string
  /** argon2id in PHC format; null for accounts that cannot sign in with a password. */
  password_hash: string | null
  /** 0 when disabled by an administrator or deleted. */
  active: number
  /** SHA-256 of the blob of the picture, 256 px square WebP, or null for the generated one. */
  avatar_sha256: string | null
  /** The same at 48 px. */
  avatar_small_sha256: string | null
  locale: string | null
  time_zone: string | null
  about: string
  created_at: number
  last_login_at: number | null
  deleted_at: number | null
}

export interface SessionTable {
  /** SHA-256 of the cookie's value; the value itself is never stored. */
  id: string
  account_id: number
  /** XSRF token: 40 hex digits, stable for the session. */
  xsrf_token: string
  created_at: number
  seen_at: number
  expires_at: number
  /** True when the user asked for a long session. */
  remember: number
  user_agent: string
  address: string
  /** Until when the administrator's password was confirmed again, or null. */
  elevated_until: number | null
}

export interface AccessTokenTable {
  id: Generated<number>
  account_id: number
  name: string
  token_hash: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
  /** `read` allows no changes. */
  scope: 'read' | 'write'
}

/** One grant. Exactly one of account and group is set, or neither for anonymous visitors. */
export interface PermissionTable {
  id: Generated<number>
  account_id: number | null
  group_id: number | null
  permission: string
}
