import { createHash } from 'node:crypto'

/** The stored form of a secret of high entropy (session cookie, token): its SHA-256, in hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
