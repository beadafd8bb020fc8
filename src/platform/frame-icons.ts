/**
 * The few icons of the frame (top bar, sidebar), as SVG content, because the server's template and the browser's
 * shell draw the same ones. From Lucide (ISC licence); all other icons come from `lucide-react`, imported singly.
 */
export const frameIcons = {
  menu: '',
  apps: '',
  search: '',
  plus: '',
  bell: '',
  help: '',
  chevronLeft: '',
  chevronRight: '',
  close: '',
  list: '',
} as const

export type FrameIcon = keyof typeof frameIcons

/** An icon as markup, hidden from assistive technology. `size` in px. */
export function frameIconSvg(name: FrameIcon, size = 20): string {
  return (
    `<svg class="ox-icon" width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" ` +
    `stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${frameIcons[name]}</svg>`
  )
}
