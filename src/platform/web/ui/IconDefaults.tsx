import { LucideProvider } from 'lucide-react'
import type { ReactNode } from 'react'

/** The look of Lucide's icons below it: 16 px unless they say another `size`, thin lines, hidden from screen readers. */
export function IconDefaults({ children }: { children: ReactNode }) {
  return (
    <LucideProvider size={16} strokeWidth={1.75}>
      {children}
    </LucideProvider>
  )
}
