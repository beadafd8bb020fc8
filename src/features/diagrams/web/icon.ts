/** Looks of Lucide icons: in menus and panels, and in bars. */
export const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
export const barIcon = { ...icon, size: 18 } as const
