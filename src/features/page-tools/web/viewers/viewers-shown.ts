import { shared } from '#platform/web/shared.ts'

/** Page whose viewers are shown. */
export const viewersOf = shared<string | undefined>(undefined)
