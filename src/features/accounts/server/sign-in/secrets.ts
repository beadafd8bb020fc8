import { createHash } from 'node:crypto'

/** What is stored of a secret of high entropy (session cookie, token): its SHA-256, in hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
