/** Below this width of the window the panels are sheets above the canvas, and begin closed. */
export const NARROW = '(max-width: 899.98px)'
