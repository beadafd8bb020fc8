import { createContext } from 'react'

/** Whether forms of comments have the toolbar of their editor. */
export const HasToolbar = createContext(true)
