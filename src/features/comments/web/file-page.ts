import { createContext } from 'react'

/** Page of the file that comments are on, where their files go; undefined for comments on a page itself. */
export const FilePage = createContext<string | undefined>(undefined)
