import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'

/** Says of an event of the browser, by its name, whether a feature refuses to have it recorded. */
export const refusedEvents = extensionPoint<(ctx: Context, name: string) => boolean>('analytics.refused-events')
