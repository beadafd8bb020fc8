import { shared } from '#platform/web/shared.ts'

/** How many ticks are being saved: a report is not paged meanwhile. */
export const saves = shared(0)
