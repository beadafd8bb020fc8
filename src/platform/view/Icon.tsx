import { type IconName, icons } from '../icons.ts'

/** Icon hidden from assistive technology. `size` in px. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <LineIcon content={icons[name]} size={size} />
}

/** Icon of a feature's own SVG content. */
export function LineIcon({ content, size = 20, name }: { content: string; size?: number; name?: string }) {
  return (
    <svg
      className="ox-icon"
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: content }}
    />
  )
}
