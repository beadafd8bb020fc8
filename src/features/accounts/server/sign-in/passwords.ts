import { hash, verify } from '@node-rs/argon2'
import { MAX_PASSWORD_LENGTH } from '../../shared.ts'

/** argon2id with the parameters that OWASP recommends (19 MiB, 2 passes, 1 lane). */
const PARAMETERS = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

/** The stored form of a password: argon2id, its parameters and salt with it. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS)
}

let decoy: Promise<string> | undefined

/**
 * Compares in constant effort: an account that does not exist, or has no password, costs as much as a wrong password,
 * so that time does not disclose which user names exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (password.length > MAX_PASSWORD_LENGTH) return false
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
