import { pageIcons, type PageIconName } from '../page-icons.ts'

/** An icon that the server's markup has too. */
export function PageIcon({ name, size = 20 }: { name: PageIconName; size?: number }) {
  return (
    <svg
      className="ox-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: pageIcons[name] }}
    />
  )
}
