import { sharedFlag } from '#platform/web/shared-flag.ts'

/** Whether the restrictions dialog of the page is open; its button and its menu entry share it. */
export const dialogShown = sharedFlag()
