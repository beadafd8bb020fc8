import { LineIcon } from '#platform/web/ui/Icon.tsx'
import { sideIcons, type SideIconName } from '../icons.ts'

/** An icon that the server's markup has too: 16 px. */
export function SideIcon({ name }: { name: SideIconName }) {
  return <LineIcon content={sideIcons[name]} size={16} name={name} />
}
