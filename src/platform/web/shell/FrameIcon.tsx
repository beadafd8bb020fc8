import { type FrameIcon as Name, frameIcons } from '#platform/frame-icons.ts'

/** An icon of the frame, the same as the server's template draws. */
export function FrameIcon({ name, size = 20 }: { name: Name; size?: number }) {
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
      dangerouslySetInnerHTML={{ __html: frameIcons[name] }}
    />
  )
}
