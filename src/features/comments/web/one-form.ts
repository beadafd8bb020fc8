import { createContext } from 'react'

interface OpenForm {
  /** Whether closing it loses what somebody wrote. */
  isDirty: () => boolean
  close: () => void
}

/** One form at a time is open among the comments of a page. */
export interface OneForm {
  /** Opens a form once the one that is open may go: at once, or when its writer lets it. */
  begin: (open: () => void) => void
  /** Makes this the form that is open. Gives what ends that. */
  hold: (form: OpenForm) => () => void
}

export const OneForm = createContext<OneForm>({ begin: open => open(), hold: () => () => undefined })
