import { shared } from '#platform/web/shared.ts'

/** The dialog that offers what a page can begin from, while it is open. */
export interface BeginShown {
  /** Space and page from which something is created; without a space, the dialog asks for one. */
  spaceKey: string | undefined
  contentId: string | undefined
}

export const beginShown = shared<BeginShown | undefined>(undefined)
