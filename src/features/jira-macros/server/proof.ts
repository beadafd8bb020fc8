import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { setting } from '#platform/server/settings.ts'

/** Key by which proofs are made. Made when the wiki starts for the first time; the same for all servers. */
export const proofKey = setting('jira-macros.key', z.string(), '')

/**
 * Proof that a page shows a query, for visitors who are not signed in: they read of Jira what pages show, and cannot
 * search it.
 */
export function proofOf(app: App, applicationId: string, query: string): string {
  return createHmac('sha256', app.settings.get(proofKey))
    .update(`${applicationId}\n${query}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

/** Whether a proof is the one of a query. */
export function isProven(app: App, applicationId: string, query: string, proof: string): boolean {
  const expected = Buffer.from(proofOf(app, applicationId, query))
  const given = Buffer.from(proof)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
