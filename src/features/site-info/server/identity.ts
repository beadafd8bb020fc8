import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { setting } from '#platform/server/settings.ts'

/** By this id other applications know this wiki, whatever its address becomes. */
const serverId = setting('site.server-id', z.string(), '')

/** Gives the wiki its id at its first start. Machines that start together agree on one. */
export async function ensureServerId(app: App): Promise<void> {
  if (app.settings.get(serverId) === '') await app.settings.ensure(serverId, randomUUID())
}

/** The id by which other programs know this wiki; it never changes. */
export function readServerId(app: App): string {
  return app.settings.get(serverId)
}
