import { createHash, timingSafeEqual } from 'node:crypto'

/** What is stored of a secret of high entropy (session cookie, token): its SHA-256, in hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Compares two secrets without telling by time how much of them agrees. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
