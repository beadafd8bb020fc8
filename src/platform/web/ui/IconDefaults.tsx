// The package's own entry would bring every icon that is used anywhere into the first load.
import { LucideProvider } from 'lucide-react/dist/esm/context.mjs'
import type { ReactNode } from 'react'

/** The look of Lucide's icons below it: 16 px unless they say another `size`, thin lines, hidden from screen readers. */
export function IconDefaults({ children }: { children: ReactNode }) {
  return (
    <LucideProvider size={16} strokeWidth={1.75}>
      {children}
    </LucideProvider>
  )
}
