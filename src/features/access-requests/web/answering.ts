import { shared } from '#platform/web/shared.ts'

/** Whether the restrictions were opened in order to answer a request. */
export const isAnswering = shared(false)
