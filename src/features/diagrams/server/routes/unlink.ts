import type { App } from '#platform/server/app.ts'
import { unlinkDiagram } from '../../contract.ts'
import { unlink } from '../unlink.ts'

/** Cutting the tie between a page and a diagram of another page. */
export function unlinkRoutes(app: App): void {
  app.http.handle(unlinkDiagram, ({ ctx, params, query }) => unlink(ctx, { ...params, ...query }))
}
