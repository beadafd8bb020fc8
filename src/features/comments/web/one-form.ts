import { createContext } from 'react'

interface OpenForm {
  /** Whether closing it discards text. */
  isDirty: () => boolean
  close: () => void
}

/** Allows one open form among a page's comments. */
export interface OneForm {
  /** Opens a form once the current one may close. */
  begin: (open: () => void) => void
  /** Registers the open form. Returns a cleanup function. */
  hold: (form: OpenForm) => () => void
}

export const OneForm = createContext<OneForm>({ begin: open => open(), hold: () => () => undefined })
