/** Narrow windows, where panels are initially closed sheets above the canvas. */
export const NARROW = '(max-width: 899.98px)'
