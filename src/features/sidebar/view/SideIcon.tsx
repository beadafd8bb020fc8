import { LineIcon } from '#platform/view/Icon.tsx'
import { sideIcons, type SideIconName } from '../icons.ts'

export function SideIcon({ name }: { name: SideIconName }) {
  return <LineIcon content={sideIcons[name]} size={16} name={name} />
}
