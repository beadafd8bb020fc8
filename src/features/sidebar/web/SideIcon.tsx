import { sideIcons, type SideIconName } from '../icons.ts'

/** An icon that the server's markup has too: 16 px. */
export function SideIcon({ name }: { name: SideIconName }) {
  return (
    <svg
      className="ox-icon"
      data-icon={name}
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: sideIcons[name] }}
    />
  )
}
