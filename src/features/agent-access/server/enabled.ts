import { mcpEnabled } from '#features/mcp/server/index.ts'
import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'

/** Whether agents may connect. */
export function mayAgentsConnect(app: App): boolean {
  return app.settings.get(mcpEnabled)
}

/** @throws HttpError 404 while agents may not connect */
export function requireAgents(app: App): void {
  if (!mayAgentsConnect(app)) throw notFound('Agents cannot connect to this wiki')
}
